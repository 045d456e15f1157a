import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('handlebars', {
  needsTemplate: 'Write a template in Customize.',
  empty: 'The template shows nothing for these rows.',
  cannotShow: 'The template cannot be shown.',
  syntax: 'Line {line} cannot be read.',
  syntaxWith: 'Line {line} cannot be read: {detail}.',
  noHelper: 'Line {line}: there is no helper named {detail}.',
  noPartial: 'Line {line}: the template defines no partial named {detail}.',
  tooMuchWork: 'Line {line}: it repeats too often. Loop over fewer rows, or set a lower row limit.',
  tooDeep: 'Line {line}: the template includes itself endlessly.',
  badArgument: 'Line {line}: {detail}.',
  cut: 'The output is too long: only the beginning is shown. Set a lower row limit.',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page {page, number} of {pages, number}',
})
