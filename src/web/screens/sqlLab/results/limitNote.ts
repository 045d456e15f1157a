import { defineTexts } from '../../../ui/text.ts'

export const limitTexts = defineTexts('sqlLab.limit', {
  query: 'The number of rows displayed is limited to {rows} by the query',
  dropdown: 'The number of rows displayed is limited to {rows} by the limit dropdown.',
  both: 'The number of rows displayed is limited to {rows} by the query and limit dropdown.',
})

/** Why a result has no more rows; undefined if it is complete. */
export function limitNote(factor: string): (typeof limitTexts)[keyof typeof limitTexts] | undefined {
  if (factor === 'QUERY') return limitTexts.query
  if (factor === 'DROPDOWN') return limitTexts.dropdown
  return factor === 'QUERY_AND_DROPDOWN' ? limitTexts.both : undefined
}
