import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { charts } from '../../charts/index.ts'
import { notDrawn } from '../../charts/vocabulary.ts'

const names = [...charts, ...notDrawn].map(({ type }) => type).join('|')
/** a comparison of a chart's type with a name or a part of it, in code and in style sheets */
const comparison = new RegExp(
  [
    `viz_?type['"\\])]*\\s*(?:[!=]==|\\.startsWith\\()\\s*['"](?:${names})`,
    `['"](?:${names})['"]\\]\\.includes\\(`,
    '\\[data-viz-type[\\^$*~|]?=',
  ].join('|'),
  'gi',
)

/** this endpoint serves old clients, which know types by their keys; the types themselves do not use it */
const retiredEndpoint = /^src[\\/]server[\\/]resources[\\/]exploreJson[\\/]/

// code that differs between types is in the folders of the types
it('does not compare the type of a chart with a name', () => {
  const files = globSync('src/{web,server,model}/**/*.{ts,tsx,css}').filter(
    (file) => !/\.test\.tsx?$/.test(file) && !retiredEndpoint.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(comparison)].map(([text]) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

it.each([
  "vizType === 'table'",
  "props.vizType !== 'pie'",
  "form['viz_type'] === 'table'",
  "formData.viz_type !== 'pivot_table_v2'",
  "vizType.startsWith('big_number')",
  "['big_number'].includes(vizType)",
  '[data-viz-type^="big_number"]',
])('would find %s', (text) => expect(text.match(comparison)).not.toBeNull())
