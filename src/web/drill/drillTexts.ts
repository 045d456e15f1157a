import { defineTexts } from '../ui/text.ts'

/** Texts of "Drill to detail" that all menus of charts share. */
export const drillTexts = defineTexts('drill', {
  detail: 'Drill to detail',
  hidden: 'Drill to detail is disabled for this database. Change the database settings to enable it.',
  ungrouped: 'Drill to detail is disabled because this chart does not group data by dimension value.',
})
