import { YourData } from "#/features/privacy/YourData.tsx";

export default function YourDataPage() {
  return <YourData />;
}
