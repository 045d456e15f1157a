import { expect, it } from 'vitest'
import { advisoriesOf, advisoryLines } from './advisories.ts'

const weak = { name: 'weak', url: 'https://example.org/1', severity: 'high', title: 'Reads any file' }
const old = { name: 'old', url: 'https://example.org/2', severity: 'low', title: 'Slow on long texts' }
const report = (...via: unknown[]) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities: { weak: { via }, user: { via: ['weak'] } } })

it('lists each advisory once, by the package that has it', () => {
  expect(advisoriesOf(report(weak, old, weak))).toEqual([
    { package: 'weak', url: weak.url, severity: 'high', title: 'Reads any file' },
    { package: 'old', url: old.url, severity: 'low', title: 'Slow on long texts' },
  ])
  expect(advisoriesOf(JSON.stringify({ vulnerabilities: {} }))).toEqual([])
})

it.each(['', 'npm error', '{"message":"405 Method Not Allowed"}'])(
  'is not run if the registry answers %j',
  (answer) => {
    expect(advisoryLines(advisoriesOf(answer), [])).toEqual(['not run: no registry answered'])
  },
)

it('prints what is new, and what is accepted with the reason', () => {
  const accepted = [
    { url: old.url, reason: 'only our own texts are parsed' },
    { url: 'https://example.org/3', reason: 'not loaded' },
  ]
  expect(advisoryLines(advisoriesOf(report(weak, old)), accepted)).toEqual([
    'high: weak: Reads any file (https://example.org/1)',
    'accepted: low: old: Slow on long texts (https://example.org/2): only our own texts are parsed',
    'accepted but not reported any more: https://example.org/3',
    '1 new, 1 accepted',
  ])
})
