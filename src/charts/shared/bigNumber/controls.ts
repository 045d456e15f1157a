import { select } from '../controlGroups.ts'

export const headerSize = () =>
  select('header_font_size', 'Big number font size', 0.4, [
    [0.2, 'Tiny'],
    [0.3, 'Small'],
    [0.4, 'Normal'],
    [0.5, 'Large'],
    [0.6, 'Huge'],
  ])

export const subheaderSize = () =>
  select('subheader_font_size', 'Subheader font size', 0.15, [
    [0.125, 'Tiny'],
    [0.15, 'Small'],
    [0.2, 'Normal'],
    [0.3, 'Large'],
    [0.4, 'Huge'],
  ])
