import type { JobFields, JobShift, JobTemplate, PostedJob } from "#/api/deskJobs.queries.ts";
import type { DeskMember, WorkLocation } from "#/api/types.ts";

export type PayUnit = NonNullable<JobFields["payUnit"]>;

export const PAY_UNITS: readonly PayUnit[] = ["hour", "day", "week", "month", "year"];
export const SHIFTS: readonly JobShift[] = ["weekday-mornings", "weekday-evenings", "weekends", "night-shifts", "holidays"];
export const STARTS = ["immediately", "within-1-week", "within-2-weeks"] as const;

/** Working hours in each unit of pay, as the server counts them. */
const HOURS: Record<PayUnit, number> = { hour: 1, day: 8, week: 40, month: 2080 / 12, year: 2080 };
const MIN_PAY = 5;
const MAX_PAY = 200;
export const MAX_OPENINGS = 500;
/** Locations that one job is posted at together. */
export const MAX_PLACES = 50;

/** The form of a job, as typed. */
export interface JobForm {
  occupation: string;
  title: string;
  payLow: string;
  payHigh: string;
  payUnit: PayUnit;
  employmentType: "" | "full-time" | "part-time";
  shifts: readonly JobShift[];
  locationId: string;
  /** Other locations to post the same job at. */
  alsoAt: readonly string[];
  openings: number;
  /** There is no last opening. */
  alwaysHiring: boolean;
  description: string;
  benefits: string;
  experienceYears: string;
  start: "" | (typeof STARTS)[number];
  licence: string;
  replyDays: string;
}

/** A form that is kept on the device until it is posted. The same key posts it only once. */
export interface JobDraft {
  key: string;
  form: JobForm;
}

export type JobField = keyof JobForm;

/** Why a field is wrong. */
export type Problem = "title" | "payLow" | "payHigh" | "payRange" | "location" | "description";

/** Returns an empty form for a member who can post at these locations. */
export function beginForm(locations: readonly WorkLocation[]): JobForm {
  return {
    occupation: "",
    title: "",
    payLow: "",
    payHigh: "",
    payUnit: "hour",
    employmentType: "",
    shifts: [],
    locationId: locations.length === 1 ? (locations[0]?.id ?? "") : "",
    alsoAt: [],
    openings: 1,
    alwaysHiring: false,
    description: "",
    benefits: "",
    experienceYears: "",
    start: "",
    licence: "",
    replyDays: "",
  };
}

/** Returns the open locations where a member can post. */
export function hiringPlaces(member: DeskMember, locations: readonly WorkLocation[]): WorkLocation[] {
  const everywhere = member.role === "owner" || member.allLocations;
  return locations.filter(({ id, closedAt }) => closedAt === null && (everywhere || member.locationIds.includes(id)));
}

/** Fills in a template, except where the member has typed something else than `before`, the last template, says. */
export function fillIn(form: JobForm, template: JobTemplate, before: JobTemplate | undefined): JobForm {
  const untouched = (typed: string, said: string | undefined) => typed === "" || typed === said;
  return {
    ...form,
    occupation: template.occupation,
    title: untouched(form.title, before?.title) ? template.title : form.title,
    description: untouched(form.description, before?.description) ? template.description : form.description,
    employmentType: untouched(form.employmentType, before?.employmentType ?? "") ? (template.employmentType ?? "") : form.employmentType,
    shifts: form.shifts.length === 0 || form.shifts.join() === before?.shifts.join() ? template.shifts : form.shifts,
  };
}

/** Returns the form of a posted job; null for one of a feed. */
export function formOf({ fields, locationId, openings, alwaysHiring, replyDays }: PostedJob): JobForm | null {
  if (!fields) return null;
  return {
    occupation: fields.occupation ?? "",
    title: fields.title,
    payLow: String(fields.payLow),
    payHigh: fields.payHigh === null ? "" : String(fields.payHigh),
    payUnit: fields.payUnit,
    employmentType: fields.employmentType ?? "",
    shifts: fields.shifts,
    locationId: locationId ?? "",
    alsoAt: [],
    openings,
    alwaysHiring,
    description: fields.description,
    benefits: fields.benefits ?? "",
    experienceYears: fields.experienceYears === null ? "" : String(fields.experienceYears),
    start: fields.start ?? "",
    licence: fields.licence ?? "",
    replyDays: replyDays === null ? "" : String(replyDays),
  };
}

/** Parses an amount such as "1,200.50" or "$19"; null if it is empty or no amount. */
export function readAmount(typed: string): number | null {
  const plain = typed.replaceAll(/[$,\s]/g, "");
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}

/** Returns what candidates see: pay per hour, in whole cents. */
export function hourlyPay({ payLow, payHigh, payUnit }: JobForm): { low: number | null; high: number | null } {
  const hourly = (typed: string) => {
    const amount = readAmount(typed);
    return amount === null ? null : Math.round((amount * 100) / HOURS[payUnit]) / 100;
  };
  return { low: hourly(payLow), high: hourly(payHigh) };
}

/** Returns what is wrong with a form, by field. */
export function findProblems(form: JobForm): Partial<Record<JobField, Problem>> {
  const found: Partial<Record<JobField, Problem>> = {};
  if (form.title.trim().length < 2) found.title = "title";
  const pay = hourlyPay(form);
  const absurd = (amount: number) => amount < MIN_PAY || amount > MAX_PAY;
  if (pay.low === null) found.payLow = "payLow";
  else if (absurd(pay.low)) found.payLow = "payRange";
  if (form.payHigh.trim() !== "") {
    if (pay.high === null) found.payHigh = "payLow";
    else if (pay.low !== null && pay.high < pay.low) found.payHigh = "payHigh";
    else if (absurd(pay.high)) found.payHigh = "payRange";
  }
  if (form.locationId === "") found.locationId = "location";
  if (form.description.trim() === "") found.description = "description";
  return found;
}

/** Returns the request for a form without problems. */
export function bodyOf(form: JobForm): JobFields {
  return {
    title: form.title.trim(),
    occupation: form.occupation || null,
    description: form.description.trim(),
    benefits: form.benefits.trim() || null,
    payLow: readAmount(form.payLow) ?? 0,
    payHigh: readAmount(form.payHigh),
    payUnit: form.payUnit,
    employmentType: form.employmentType || null,
    shifts: [...form.shifts],
    experienceYears: form.experienceYears === "" ? null : Number(form.experienceYears),
    start: form.start || null,
    licence: form.licence.trim() || null,
    locationId: form.locationId,
    openings: form.openings,
    alwaysHiring: form.alwaysHiring,
    replyDays: form.replyDays === "" ? null : Number(form.replyDays),
  };
}

/** Returns the form of a copy: the same job, to be posted at one of these locations. */
export function copyOf(form: JobForm, places: readonly WorkLocation[]): JobForm {
  const canPost = places.some(({ id }) => id === form.locationId);
  return canPost ? form : { ...form, locationId: beginForm(places).locationId };
}

/** Returns the locations that a job will be posted at. */
export const chosenPlaces = ({ locationId, alsoAt }: JobForm): readonly string[] => [locationId, ...alsoAt].filter((id) => id !== "");

/** Returns the form with these locations chosen, in the order of `places`. */
export function withPlaces(form: JobForm, chosen: readonly string[], places: readonly WorkLocation[]): JobForm {
  const [locationId = "", ...alsoAt] = places.map(({ id }) => id).filter((id) => chosen.includes(id));
  return { ...form, locationId, alsoAt };
}

/** Whether two forms say something else than where, how many and when people hear back: what locations share. */
export const hasOtherText = (before: JobForm, after: JobForm): boolean =>
  changedFields(before, after).some((field) => !["locationId", "alsoAt", "openings", "replyDays"].includes(field));

/** Returns the fields in which two forms differ, in the order of the form. */
export function changedFields(before: JobForm, after: JobForm): JobField[] {
  const text = (form: JobForm, field: JobField) => JSON.stringify(form[field]);
  return (Object.keys(before) as JobField[]).filter((field) => field !== "occupation" && text(before, field) !== text(after, field));
}
