import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { excelFile } from './excelFile.ts'

const column = (name: string) => ({ name, type: 'STRING', is_dttm: false })

it('writes numbers, texts and booleans; texts remain texts, and cannot break the file', async () => {
  const blob = excelFile({
    columns: [column('a & b'), column('n')],
    cells: [
      ['=1+1', '<x>\u0000\u0007é😀\ud800', null],
      [1.5, true, { a: 1 }],
    ],
    count: 3,
    isPartial: false,
  })
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`
  expect(sheet).toContain(`<row>${text('a &amp; b')}${text('n')}</row>`)
  expect(sheet).toContain(`<row>${text('=1+1')}<c><v>1.5</v></c></row>`)
  expect(sheet).toContain(`<row>${text('&lt;x&gt;é😀')}<c t="b"><v>1</v></c></row>`)
  expect(sheet).toContain(`<row><c/>${text('{"a":1}')}</row>`)
})
