import { written } from '../../../model/language/written.ts'
import type { StillInput } from '../contract.ts'
import type { Combined } from './combined.ts'
import { combinedTexts } from './combinedTexts.ts'
import type { StillParts } from './stillMap.ts'

/** The notes of a picture about points that the database has combined. */
export function combinedNotes(
  combined: Combined | undefined,
  text: StillInput<unknown>['text'],
): Pick<StillParts, 'notes'> {
  if (!combined) return {}
  const grouped = (count: number) => count.toLocaleString(written.language)
  const note = text(combinedTexts.combined, {
    points: grouped(combined.points),
    cells: grouped(combined.counts.length),
  })
  return { notes: { lines: [note], brief: note } }
}
