import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { charts } from '../../charts/index.ts'

const names = charts.map(({ type }) => type).join('|')
/** a comparison of a chart's type with a name or a part of it, in code and in style sheets */
const comparison = new RegExp(
  [
    `viz_?type['"\\])]*\\s*(?:[!=]==|\\.startsWith\\()\\s*['"](?:${names})`,
    `['"](?:${names})['"]\\]\\.includes\\(`,
    '\\[data-viz-type[\\^$*~|]?=',
  ].join('|'),
  'gi',
)

// differences between types are in their definitions
it('asks no chart for its type by name', () => {
  const files = globSync('src/web/**/*.{ts,tsx,css}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(comparison)].map(([text]) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

it.each([
  "vizType === 'table'",
  "props.vizType !== 'pie'",
  "form['viz_type'] === 'table'",
  "vizType.startsWith('big_number')",
  "['big_number'].includes(vizType)",
  '[data-viz-type^="big_number"]',
])('would find %s', (text) => expect(text.match(comparison)).not.toBeNull())
