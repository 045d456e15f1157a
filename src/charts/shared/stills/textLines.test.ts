import { expect, it } from 'vitest'
import { textLines } from './textLines.ts'

/** The width of each letter equals the font size. */
const pens = { measure: (text: string, { size }: { size: number }) => text.length * size }

it('lines of a list item are below each other, beside its bullet or number', () => {
  const source = '* one two\n2. three'
  expect(textLines(source, 20 + 4 * 13, pens).map(({ text, indent, mark }) => [text, indent, mark?.text])).toEqual([
    ['one', 20, '•'],
    ['two', 20, undefined],
    ['three', 20, '2.'],
  ])
})

it('headings and lists of HTML are like those of Markdown', () => {
  const html = '<div style="color: red"> <h1>Title</h1><p>Text</p><ul><li>one</li><li>two</li></ul></div>'
  const read = (source: string) =>
    textLines(source, 1000, pens).map(({ text, size, isBold, mark }) => [text, size, isBold, mark?.text])
  expect(read(html)).toEqual(read('# Title\nText\n- one\n- two'))
})
