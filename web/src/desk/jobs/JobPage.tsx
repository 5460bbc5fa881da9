import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, usePageQuery } from "#/platform/paths.ts";
import { editJob, jobTemplatesQuery, placeJob, postedJobQuery, type PostedJob, postJob } from "#/api/deskJobs.queries.ts";
import { teamQuery } from "#/api/deskTeam.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import type { WorkLocation } from "#/api/types.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { dropDraft, keepDraft, readDraft } from "#/platform/drafts.ts";
import { newKey } from "#/platform/keys.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { useDesk, useDraftOwner } from "../session.ts";
import { beginForm, bodyOf, changedFields, chosenPlaces, copyOf, formOf, hasOtherText, hiringPlaces, type JobDraft, type JobForm as Form } from "./fields.ts";
import { JobForm, Openings } from "./JobForm.tsx";
import { SubpageHead } from "./SubpageHead.tsx";
import { formatField } from "./words.ts";

const NEW = "desk-job";

/** Posts a job, perhaps a copy of another one, or changes the one with `id`. */
export default function JobPage({ id }: { id: string }) {
  const team = useQuery(teamQuery);
  const { copy } = usePageQuery("/desk/jobs/new");
  const { member } = useDesk();
  return (
    <QueryState
      query={team}
      failed={(_error, retry) => <Unloaded onRetry={retry.onClick} />}
      loading={
        <Wide aria-busy="true">
          <SubpageHead title={id ? m.desk_post_edit() : m.desk_post_heading()} />
        </Wide>
      }
    >
      {({ locations }) => {
        const places = hiringPlaces(member, locations);
        if (id) return <Loaded key={id} id={id} places={places} />;
        if (places.length === 0) return <NoPlace />;
        return copy ? <CopiedJob key={copy} id={copy} places={places} /> : <NewJob places={places} name={NEW} begin={beginForm(places)} />;
      }}
    </QueryState>
  );
}

function Unloaded({ onRetry }: { onRetry: () => void }) {
  return (
    <Wide>
      <Stack gap="l">
        <SubpageHead title={m.desk_post_heading()} />
        <Banner tone="danger" title={m.desk_post_failed()}>
          <TextLink onClick={onRetry}>{m.ui_retry()}</TextLink>
        </Banner>
      </Stack>
    </Wide>
  );
}

function NoPlace() {
  const isOwner = useDesk().member.role === "owner";
  return (
    <Wide>
      <Stack gap="l">
        <SubpageHead title={m.desk_post_heading()} />
        <Empty art="compass" title={m.desk_post_no_place()} text={isOwner ? m.desk_post_no_place_owner() : m.desk_post_no_place_manager()}>
          {isOwner && <Button href="/desk/team">{m.desk_post_no_place_add()}</Button>}
        </Empty>
      </Stack>
    </Wide>
  );
}

/** A form that begins with what another job says. It has a draft of its own. */
function CopiedJob({ id, places }: { id: string; places: readonly WorkLocation[] }) {
  const query = useQuery(postedJobQuery(id));
  return (
    <QueryState query={query} failed={(error, retry) => (error instanceof ApiError && error.status === 404 ? <Gone /> : <Unloaded onRetry={retry.onClick} />)}>
      {(job) => {
        const form = formOf(job);
        return form ? <NewJob places={places} name={`${NEW}:copy:${id}`} begin={copyOf(form, places)} copied /> : <Gone />;
      }}
    </QueryState>
  );
}

/** What the form begins with, and the name of its draft. */
type NewJobProps = { places: readonly WorkLocation[]; name: string; begin: Form; copied?: boolean };

function NewJob({ places, name, begin, copied = false }: NewJobProps) {
  const navigate = useNavigate();
  const { data: templates = [] } = useQuery(jobTemplatesQuery);
  const post = useMutation(postJob);
  const owner = useDraftOwner();
  const [draft, setDraft] = useState<JobDraft>(() => {
    const written = readDraft<JobDraft>(owner, name);
    // A draft from before an update lacks fields that are new.
    return written ? { key: written.key, form: { ...begin, ...written.form } } : { key: newKey(), form: begin };
  });
  const [kept, setKept] = useState(() => readDraft(owner, name) !== null);
  const count = chosenPlaces(draft.form).length;
  const change = (form: Form) => {
    // After a refusal the next attempt is another request. Without an answer it may be the same one.
    const next = { key: post.error instanceof ApiError ? newKey() : draft.key, form };
    if (post.isError) post.reset();
    setDraft(next);
    setKept(true);
    keepDraft(owner, name, next);
  };
  const posted = () => {
    dropDraft(owner, name);
    toast({ title: count > 1 ? m.desk_post_posted_places({ count }) : m.desk_post_posted(), description: m.desk_post_posted_text(), tone: "good" });
  };
  const send = () =>
    void post
      .mutateAsync({ key: draft.key, body: { ...bodyOf(draft.form), alsoAt: [...draft.form.alsoAt] } }, { onSuccess: () => navigate("/desk/jobs") })
      .then(posted, () => undefined);
  const discard = () => {
    dropDraft(owner, name);
    setKept(false);
    setDraft({ key: newKey(), form: begin });
  };
  return (
    <JobForm
      form={draft.form}
      places={places}
      several
      templates={templates}
      refused={post.error instanceof ApiError ? post.error.fields : {}}
      action={count > 1 ? m.desk_post_send_places({ count }) : m.desk_post_send()}
      busy={post.isPending}
      head={
        <SubpageHead
          title={copied ? m.desk_post_copy() : m.desk_post_heading()}
          text={copied ? m.desk_post_copy_text() : m.desk_post_text()}
          aside={
            kept && (
              <Row>
                <Text size="small" quiet>
                  {m.desk_post_draft()}
                </Text>
                <TextLink onClick={discard}>{m.desk_post_discard()}</TextLink>
              </Row>
            )
          }
        />
      }
      notice={post.isError && <NotSaved error={post.error} />}
      onChange={change}
      onSend={send}
    />
  );
}

function NotSaved({ error }: { error: Error }) {
  return (
    <Banner tone="danger" title={m.desk_post_not_posted()}>
      {messageOf(error, m.desk_post_kept())}
    </Banner>
  );
}

function Loaded({ id, places }: { id: string; places: readonly WorkLocation[] }) {
  const query = useQuery(postedJobQuery(id));
  const reload = async () => (await query.refetch()).data;
  return (
    <QueryState query={query} failed={(error, retry) => (error instanceof ApiError && error.status === 404 ? <Gone /> : <Unloaded onRetry={retry.onClick} />)}>
      {(job) => {
        const form = formOf(job);
        return form ? <EditJob begin={job} form={form} places={places} onReload={reload} /> : <PlaceJob begin={job} places={places} onReload={reload} />;
      }}
    </QueryState>
  );
}

function Gone() {
  return (
    <Wide>
      <Stack gap="l">
        <SubpageHead title={m.desk_post_edit()} />
        <Empty art="compass" title={m.desk_post_gone()} text={m.desk_post_gone_text()} />
      </Stack>
    </Wide>
  );
}

type EditProps = { begin: PostedJob; places: readonly WorkLocation[]; onReload: () => Promise<PostedJob | undefined> };

/** What the form began with, and a colleague's newer version of it, if there is one. */
interface Versions {
  job: PostedJob;
  form: Form;
  theirs: PostedJob | null;
}

function EditJob({ begin, form: first, places, onReload }: EditProps & { form: Form }) {
  const navigate = useNavigate();
  const { data: templates = [] } = useQuery(jobTemplatesQuery);
  const edit = useMutation(editJob);
  const [{ job, form: base, theirs }, setBase] = useState<Versions>({ job: begin, form: first, theirs: null });
  const owner = useDraftOwner();
  const [name] = useState(`${NEW}:${begin.id}:${begin.version}`);
  const [form, setForm] = useState<Form>(() => ({ ...first, ...readDraft<Form>(owner, name) }));
  const [everywhere, setEverywhere] = useState(true);
  const others = job.alsoAt.flatMap(({ locationId }) => places.filter((place) => place.id === locationId));
  const shares = others.length > 0 && hasOtherText(base, form);
  const change = (next: Form) => {
    if (edit.isError) edit.reset();
    setForm(next);
    keepDraft(owner, name, next);
  };
  const saved = () => {
    dropDraft(owner, name);
    toast({ title: m.desk_account_saved(), tone: "good" });
  };
  const refused = (error: Error) => {
    if (!isStale(error)) return;
    void onReload().then((newer) => newer && setBase((before) => ({ ...before, theirs: newer })));
  };
  const send = () =>
    void edit
      .mutateAsync(
        { id: job.id, version: job.version, body: bodyOf(form), everywhere: shares && everywhere },
        { onSuccess: () => navigate("/desk/jobs"), onError: refused },
      )
      .then(saved, () => undefined);
  const theirForm = theirs && formOf(theirs);
  const accept = (next: Form) => {
    if (!theirs || !theirForm) return;
    edit.reset();
    setBase({ job: theirs, form: theirForm, theirs: null });
    setForm(next);
  };
  return (
    <JobForm
      form={form}
      places={places}
      templates={templates}
      refused={edit.error instanceof ApiError ? edit.error.fields : {}}
      action={m.desk_post_save()}
      busy={edit.isPending}
      head={<SubpageHead title={m.desk_post_edit()} text={m.desk_post_edit_text()} />}
      notice={
        theirs && theirForm ? (
          <Banner tone="danger" title={theirs.changedBy ? m.desk_post_stale_by({ name: theirs.changedBy }) : m.desk_post_stale()}>
            <Changes before={base} after={theirForm} places={places} />
            <Row wrap>
              <TextLink onClick={() => accept(theirForm)}>{m.desk_post_use_theirs()}</TextLink>
              <TextLink onClick={() => accept(form)}>{m.desk_post_keep_mine()}</TextLink>
            </Row>
          </Banner>
        ) : (
          edit.isError && <NotSaved error={edit.error} />
        )
      }
      onChange={change}
      onSend={send}
    >
      {others.length > 0 && <SameElsewhere others={others} everywhere={everywhere} onChange={setEverywhere} />}
    </JobForm>
  );
}

/** Says where else the job has the same text, and whether a change of it is for those places, too. */
function SameElsewhere({ others, everywhere, onChange }: { others: readonly WorkLocation[]; everywhere: boolean; onChange: (everywhere: boolean) => void }) {
  return (
    <OptionCard
      type="checkbox"
      label={m.desk_post_everywhere({ count: others.length })}
      detail={everywhere ? m.desk_post_everywhere_at({ places: formatList(others.map(({ name }) => name)) }) : m.desk_post_everywhere_not()}
      checked={everywhere}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

function isStale(error: Error): boolean {
  return error instanceof ApiError && error.code === "stale_job";
}

/** What a colleague changed, field by field. */
function Changes({ before, after, places }: { before: Form; after: Form; places: readonly WorkLocation[] }) {
  const changed = changedFields(before, after);
  const shown = (form: Form, field: keyof Form) => {
    if (field === "alwaysHiring") return form.alwaysHiring ? m.desk_post_yes() : m.desk_post_no();
    const value = field === "locationId" ? (places.find(({ id }) => id === form.locationId)?.name ?? "") : [form[field]].flat().join(", ");
    return value === "" ? m.desk_post_not_stated() : value;
  };
  if (changed.length === 0) return <Text size="small">{m.desk_post_stale_state()}</Text>;
  return (
    <ul>
      {changed.map((field) => (
        <li key={field}>
          {field === "description" || field === "benefits"
            ? formatField(field)
            : m.desk_post_changed({ field: formatField(field), before: shown(before, field), after: shown(after, field) })}
        </li>
      ))}
    </ul>
  );
}

/** What a member can change about a job whose feed says the rest. */
function PlaceJob({ begin, places, onReload }: EditProps) {
  const navigate = useNavigate();
  const place = useMutation(placeJob);
  const [job, setJob] = useState(begin);
  const [locationId, setLocation] = useState(begin.locationId ?? "");
  const [openings, setOpenings] = useState(begin.openings);
  const [replyDays, setDays] = useState(begin.replyDays === null ? "" : String(begin.replyDays));
  const [tried, setTried] = useState(false);
  const send = () => {
    setTried(true);
    if (locationId === "") return;
    const body = { id: job.id, version: job.version, locationId, openings, replyDays: replyDays === "" ? null : Number(replyDays) };
    const refused = (error: Error) => {
      if (isStale(error)) void onReload().then((newer) => newer && setJob(newer));
    };
    void place.mutateAsync(body, { onSuccess: () => navigate("/desk/jobs"), onError: refused }).then(
      () => toast({ title: m.desk_account_saved(), tone: "good" }),
      () => undefined,
    );
  };
  return (
    <Wide>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!place.isPending) send();
        }}
      >
        <Stack gap="l">
          <SubpageHead title={job.title} text={m.desk_post_from_feed()} />
          <Field label={m.desk_post_place()} error={tried && locationId === "" ? m.desk_post_place_missing() : undefined}>
            {(ids) => (
              <select {...ids} value={locationId} onChange={({ target }) => setLocation(target.value)}>
                {locationId === "" && <option value="">{m.desk_post_place_choose()}</option>}
                {places.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Openings count={openings} onChange={setOpenings} />
          <Field label={m.desk_post_reply()} hint={m.desk_post_reply_hint()}>
            {(ids) => (
              <select {...ids} value={replyDays} onChange={({ target }) => setDays(target.value)}>
                <option value="">{m.desk_post_reply_usual()}</option>
                {["1", "2", "3", "4", "5"].map((days) => (
                  <option key={days} value={days}>
                    {m.desk_team_working_days({ count: Number(days) })}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {place.isError && <NotSaved error={place.error} />}
          <div>
            <Button type="submit" full="phone" busy={place.isPending}>
              {m.desk_post_save()}
            </Button>
          </div>
        </Stack>
      </form>
    </Wide>
  );
}
