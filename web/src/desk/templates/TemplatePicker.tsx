import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type FilledTemplate, filledTemplatesQuery, type Purpose } from "#/api/deskTemplates.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { withTemplate } from "./placeholders.ts";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";

interface TemplatePickerProps {
  /** The application. */
  id: string;
  purpose: Purpose;
  /** What is typed already: it stays, and the template follows. */
  text: string;
  onPick: (text: string) => void;
}

/** The employer's templates for what is being written, filled in for this person, once it is opened. Choosing one sends nothing. */
export function TemplatePicker({ id, purpose, text, onPick }: TemplatePickerProps) {
  const [open, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const query = useQuery({ ...filledTemplatesQuery(id, purpose), enabled: open });
  const pick = (template: FilledTemplate) => {
    onPick(withTemplate(text, template.text));
    setOpen(false);
    summary.current?.focus();
  };
  return (
    <Disclosure open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} summary={summary} label={m.desk_templates_use()}>
      {open && (
        <QueryState query={query} failed={m.desk_templates_failed()}>
          {({ templates, language }) =>
            templates.length === 0 ? (
              <Text size="small">
                {m.desk_templates_none_here()} <TextLink href="/desk/templates">{m.desk_templates_open()}</TextLink>
              </Text>
            ) : (
              <Stack as="ul" gap="xs">
                {templates.map((template) => (
                  <li key={template.id}>
                    <TextLink onClick={() => pick(template)}>{nameOf(template, language)}</TextLink>
                  </li>
                ))}
              </Stack>
            )
          }
        </QueryState>
      )}
    </Disclosure>
  );
}

/** Returns the name, and the language if it is not the candidate's. */
function nameOf({ name, language }: FilledTemplate, wanted: "en" | "es"): string {
  if (language === wanted) return name;
  return language === "en" ? m.desk_templates_only_english({ name }) : m.desk_templates_only_spanish({ name });
}
