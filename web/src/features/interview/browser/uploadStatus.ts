import type { UploadStatuses, UploadStatus } from "../model/ports.ts";
import type { StoredAnswer, StoredTake } from "./uploadStore.ts";

/** What one place knows of an interview. */
export interface Rows {
  answers: StoredAnswer[];
  takes: StoredTake[];
}

/** How far the answers have come that lie on this device, in this page, or partly in both. */
export function uploadStatuses(device: Rows, page: Rows): UploadStatuses {
  const parcel = ({ responseOrder, words, recording, answer }: StoredAnswer): UploadStatus => {
    const isOfAnswer = ({ take }: StoredTake) => take === answer.take?.number;
    const takes = [...device.takes, ...page.takes].filter(isOfAnswer);
    const parts = { sent: sum(takes.map(({ sent }) => sent)), total: sum(takes.map(({ kept }) => kept)) };
    const inPage =
      page.answers.some((row) => row.responseOrder === responseOrder) ||
      page.takes.some((take) => isOfAnswer(take) && take.sent < take.kept);
    return { order: responseOrder, words, recording, parts, kept: inPage ? "page" : "device" };
  };
  return [...device.answers, ...page.answers].map(parcel).sort((one, other) => one.order - other.order);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
