import { defineTexts } from '../ui/text.ts'

export const leftOutTexts = defineTexts('leftOut', {
  cells: '{shown, number} of {all, number} cells',
  rows: '{shown, number} of {all, number} rows',
  limit: 'Limit reached',
  series: '{shown, number} of {all, number} series',
  share: '{line}: {share} of the total',
  without:
    '{rows, plural, one {# row without a value in “{column}” is} other {# rows without a value in “{column}” are}} not drawn',
})
