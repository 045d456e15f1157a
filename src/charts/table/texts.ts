import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('table', {
  search: 'Search',
  searchRows: '{count, plural, one {Search # record} other {Search # records}}',
  noMatch: 'No matching records found',
  missing: 'N/A',
  totals: 'Totals',
  sortBy: 'Sort by {column}',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page {page, number} of {pages, number}',
  range: '{from}–{to} of {count}',
  pageLength: 'Rows per page',
  all: 'All',
  move: 'Ctrl + arrow key moves this column',
})
