import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type Purpose, removeTemplate, saveTemplate, type TextTemplate, textTemplatesQuery } from "#/api/deskTemplates.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { formatDate } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { text } from "#/ui/form/rules.ts";
import { submitByKey } from "#/ui/form/submitByKey.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { Refusal } from "../signIn/SignInLayout.tsx";
import { PLACEHOLDERS, PURPOSES, unknownPlaceholders } from "./placeholders.ts";
import styles from "./TemplatesPage.module.css";

const MAX_LENGTH = 2000;

/** The employer's templates for messages and letters: those who hire read and change them. */
export default function TemplatesPage() {
  const query = useQuery(textTemplatesQuery);
  const [open, setOpen] = useState<TextTemplate | "new" | null>(null);
  const add = (
    <Button full="phone" onClick={() => setOpen("new")}>
      <Icon as={Plus} />
      {m.desk_templates_add()}
    </Button>
  );
  return (
    <>
      <Wide>
        <Stack gap="l">
          <Stack gap="xs">
            <div>
              <TextLink back href="/desk/team">
                {m.desk_team_title()}
              </TextLink>
            </div>
            <Row spread wrap>
              <Heading level={1}>{m.desk_templates_title()}</Heading>
              <div className={styles.onlyWide}>{add}</div>
            </Row>
            <Text quiet>{m.desk_templates_text()}</Text>
          </Stack>
          <QueryState query={query} failed={m.desk_templates_failed()}>
            {(templates) =>
              templates.length === 0 ? (
                <Empty art="pad" title={m.desk_templates_none()} text={m.desk_templates_none_text()} />
              ) : (
                <Card>
                  <DividedList>
                    {templates.map((template) => (
                      <Line key={template.id} template={template} onOpen={() => setOpen(template)} />
                    ))}
                  </DividedList>
                </Card>
              )
            }
          </QueryState>
        </Stack>
      </Wide>
      <BottomBar onlyNarrow>{add}</BottomBar>
      {open !== null && <TemplateDialog template={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Line({ template, onOpen }: { template: TextTemplate; onOpen: () => void }) {
  const { name, purpose, en, es, changedBy, changedAt } = template;
  const languages = [...(en ? [m.desk_templates_english()] : []), ...(es ? [m.desk_templates_spanish()] : [])];
  const day = formatDate(changedAt);
  return (
    <li>
      <Row spread top>
        <Stack gap="xs">
          <Row wrap>
            <Heading level={2} size={3}>
              {name}
            </Heading>
            <Tag>{PURPOSES[purpose]()}</Tag>
          </Row>
          <Text size="small" className={styles.words}>
            {en ?? es}
          </Text>
          <Text size="small" quiet>
            {formatList(languages, "unit")} · {changedBy ? m.desk_templates_changed_by({ day, name: changedBy }) : m.desk_templates_changed({ day })}
          </Text>
        </Stack>
        <TextLink className={styles.change} onClick={onOpen} aria-label={m.desk_templates_change_name({ name })}>
          {m.desk_templates_change()}
        </TextLink>
      </Row>
    </li>
  );
}

type Values = Record<"name" | "purpose" | "en" | "es", string>;

/** A text that is optional as long as the other language has one. */
const words = (other: "en" | "es") => ({
  read: (typed: string) => typed.trim(),
  objection: (typed: string, all: Values) => {
    if (!typed && !all[other].trim()) return m.desk_templates_missing();
    if (typed.length > MAX_LENGTH) return m.desk_templates_long({ most: MAX_LENGTH });
    const unknown = unknownPlaceholders(typed);
    return unknown.length > 0 ? m.desk_templates_unknown({ names: formatList(unknown), known: formatList(PLACEHOLDERS.map((name) => `{${name}}`)) }) : "";
  },
});

function TemplateDialog({ template, onClose }: { template: TextTemplate | null; onClose: () => void }) {
  const save = useMutation(saveTemplate);
  const remove = useMutation(removeTemplate);
  const form = useForm(
    { name: text(m.desk_templates_name_missing), purpose: text(() => ""), en: words("es"), es: words("en") },
    { name: template?.name ?? "", purpose: template?.purpose ?? "message", en: template?.en ?? "", es: template?.es ?? "" },
  );
  const finish = (title: string) => {
    toast({ title, tone: "good" });
    onClose();
  };
  const submit = async ({ name, purpose, en, es }: Values) => {
    save.reset();
    remove.reset();
    try {
      await save.mutateAsync({ id: template?.id ?? null, body: { name, purpose: purpose as Purpose, en: en || null, es: es || null } });
      finish(m.desk_account_saved());
    } catch (refused) {
      if (refused instanceof ApiError) form.setErrors(refused.fields);
    }
  };
  const { error: _purposeError, ...purposeField } = form.field("purpose");
  const area = (language: "en" | "es", label: string) => {
    const { error, ...field } = form.field(language);
    return (
      <Field label={label} error={error}>
        {(ids) => <textarea {...ids} {...field} rows={5} lang={language} />}
      </Field>
    );
  };
  return (
    <Dialog open onClose={onClose} title={template ? template.name : m.desk_templates_add()}>
      <form {...form.on(submit)} onKeyDown={submitByKey}>
        <Stack>
          <Field label={m.desk_templates_name()} autoComplete="off" maxLength={60} {...form.field("name")} />
          <Field label={m.desk_templates_purpose()}>
            {(ids) => (
              <select {...ids} {...purposeField}>
                {Object.entries(PURPOSES).map(([purpose, name]) => (
                  <option key={purpose} value={purpose}>
                    {name()}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Text size="small" quiet>
            {m.desk_templates_hint({ first: "{name}", job: "{job}", employer: "{employer}", place: "{place}" })}
          </Text>
          {area("en", m.desk_templates_english())}
          {area("es", m.desk_templates_spanish())}
          <Refusal error={save.error ?? remove.error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_team_save()}
          </Button>
          {template && (
            <TextLink onClick={() => !remove.isPending && remove.mutate(template.id, { onSuccess: () => finish(m.desk_templates_deleted()) })}>
              {m.desk_templates_delete()}
            </TextLink>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
