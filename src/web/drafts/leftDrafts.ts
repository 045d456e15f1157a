/** A draft with the key of the editor that created it. */
export interface KeptDraft<Draft> {
  key: string
  /** the subject of the draft */
  subject: string
  draft: Draft
}

/** Maximum number of drafts of closed editors: per subject, and in total. */
const MOST_OF_ONE = 5
const MOST = 20

/**
 * The drafts of a subject whose editors are closed, newest first, and the keys of surplus drafts of any subject.
 * `living`: keys of open editors, whose drafts are not offered.
 */
export function leftDrafts<Draft extends { keptAt: number }>(
  kept: readonly KeptDraft<Draft>[],
  subject: string,
  living: ReadonlySet<string>,
): { offered: KeptDraft<Draft>[]; tooMany: string[] } {
  const left = kept.filter(({ key }) => !living.has(key)).toSorted((a, b) => b.draft.keptAt - a.draft.keptAt)
  const counts = new Map<string, number>()
  const offered: KeptDraft<Draft>[] = []
  const tooMany: string[] = []
  for (const [index, each] of left.entries()) {
    const count = (counts.get(each.subject) ?? 0) + 1
    counts.set(each.subject, count)
    if (count > MOST_OF_ONE || index >= MOST) tooMany.push(each.key)
    else if (each.subject === subject) offered.push(each)
  }
  return { offered, tooMany }
}
