import { type ComponentProps, type ComponentType, lazy, Suspense } from "react";
import { Field } from "./Field.tsx";

/** Lazy-loaded, because it is never needed to go on. */
const MeantAddress = lazy<ComponentType>(() => import("./MeantAddress.tsx").catch(() => ({ default: () => null })));

type EmailFieldProps = Omit<Extract<ComponentProps<typeof Field>, { children?: undefined }>, "children" | "type">;

/** A field for an email address, which points out a mistyped mail domain. */
export function EmailField(props: EmailFieldProps) {
  return (
    <div>
      <Field {...props} type="email" />
      <Suspense>
        <MeantAddress />
      </Suspense>
    </div>
  );
}
