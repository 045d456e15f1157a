import type { AnnotationCreate } from '../../../model/query/annotation.ts'

/** An annotation while it is edited. Times are in the format of `datetime-local` fields, without a time zone. */
export interface AnnotationDraft {
  name: string
  start: string
  end: string
  description: string
  metadata: string
}

export const emptyDraft: AnnotationDraft = { name: '', start: '', end: '', description: '', metadata: '' }

type Stored = Pick<AnnotationCreate, 'short_descr' | 'start_dttm' | 'end_dttm'> & {
  long_descr: string | null
  json_metadata: string | null
}

/** `2020-01-31T08:00:00.123456` -> `2020-01-31T08:00:00` */
const fieldTime = (stored: string) => stored.slice(0, 19)

export const draftOf = (stored: Stored): AnnotationDraft => ({
  name: stored.short_descr,
  start: fieldTime(stored.start_dttm),
  end: fieldTime(stored.end_dttm),
  description: stored.long_descr ?? '',
  metadata: stored.json_metadata ?? '',
})

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The change for a new start. If both times were the same, as for an event, the end changes with it. */
export const withStart = (draft: AnnotationDraft, start: string): Partial<AnnotationDraft> =>
  draft.end === draft.start ? { start, end: start } : { start }

/** Fields with an error. An incomplete draft has none: it just cannot be saved. */
export function draftFaults({ start, end, metadata }: AnnotationDraft): { end: boolean; metadata: boolean } {
  return { end: start !== '' && end !== '' && end < start, metadata: metadata.trim() !== '' && !isJson(metadata) }
}

/** The request body; undefined if the draft is incomplete or has an error. */
export function fieldsOf(draft: AnnotationDraft): AnnotationCreate | undefined {
  const faults = draftFaults(draft)
  const isComplete = draft.name.trim() !== '' && draft.start !== '' && draft.end !== ''
  if (!isComplete || faults.end || faults.metadata) return undefined
  return {
    short_descr: draft.name.trim(),
    start_dttm: draft.start,
    end_dttm: draft.end,
    long_descr: draft.description,
    json_metadata: draft.metadata.trim(),
  }
}

/** A stored time for lists, to the minute, or to the second if it has seconds. */
export const shownTime = (stored: string) => fieldTime(stored).replace('T', ' ').replace(/:00$/, '')
