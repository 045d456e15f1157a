import { expect, it } from 'vitest'
import { voiceOf } from '../language.ts'
import { failureMail, type ReportMail, reportMail } from './mailText.ts'

const mail: ReportMail = {
  type: 'Alert',
  subject: null,
  name: 'weekly',
  title: 'Births <b>',
  description: 'Every & all',
  value: 7,
  link: 'https://data.example.org/explore/?slice_id=1',
  expected: null,
  highlights: [],
  more: [],
  tables: [{ columns: ['gender', 'n'], rows: [['boy', '7']], isCut: true }],
  pictures: [],
  files: ['births.csv'],
}
const unsubscribe = 'https://data.example.org/u/1'

it('is in the language of its reader, except for names, data and the subject', async () => {
  const { subject, text, html } = reportMail(mail, { unsubscribe, voice: await voiceOf('de') })
  expect(subject).toBe('[Alert] weekly: Births <b>')
  expect(text).toBe(`Births <b>

Every & all

Der Wert ist 7.

gender  n
------  -
boy     7

Die ersten 1 Zeilen. Der Link zeigt alle.

In Sextant erkunden: https://data.example.org/explore/?slice_id=1

Angehängt: births.csv

Abmelden: https://data.example.org/u/1
`)
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('>In Sextant erkunden</a>')
  expect(html).toContain('>Abmelden</a>')
  expect(html).not.toMatch(/Unsubscribe|Explore in|The value/)
})

it('has the sentences of a digest in the language of its reader, with its separators', async () => {
  const moved = 'Per year: sum fell by 12 % from 1,204.5 (2024-02-01) to 1,060 (2024-03-01).'
  const highlights = [`${moved}\nThe largest part in region North, 1: −1,090.`]
  const { text } = reportMail({ ...mail, highlights }, { voice: await voiceOf('de') })
  expect(text).toContain(
    'Per year: sum ist von 1.204,5 (2024-02-01) auf 1.060 (2024-03-01) gefallen (um 12 %). Der größte Teil davon in region North, 1: −1.090.',
  )
  expect(reportMail({ ...mail, highlights }).text).toContain(`${moved} The largest part in region North, 1: −1,090.`)
})

it('is in English if no language is given, and for a language without a catalogue', async () => {
  const english = reportMail(mail, { unsubscribe })
  expect(english.text).toContain('The value is 7.')
  expect(english.html).toContain('<html lang="en">')
  expect(reportMail(mail, { unsubscribe, voice: await voiceOf('xx') })).toEqual(english)
})

it('shows columns of numbers to the right, without the digits of their binary form', () => {
  const rows = [
    ['07 a', '12', '0.30000000000000004', '-1234567.125'],
    ['b', '9007199254740993', '0.0069123456789', ''],
  ]
  const { text, html } = reportMail({ ...mail, tables: [{ columns: ['id', 'n', 'share', 'sum'], rows, isCut: false }] })
  expect(text).toContain(
    [
      'id                   n       share       sum',
      '----  ----------------  ----------  --------',
      '07 a                12         0.3  -1234567',
      'b     9007199254740993  0.00691235',
    ].join('\n'),
  )
  const cells = [...html.matchAll(/<t[dh] style="[^"]*text-align:(left|right)[^"]*">([^<]*)</g)]
  expect(cells.map(([, align]) => align)).toEqual(Array(3).fill(['left', 'right', 'right', 'right']).flat())
  expect(cells.map(([, , each]) => each)).toContain('0.00691235')
})

it('notifies owners of a failure in their language', async () => {
  const what = { type: 'Report', name: 'weekly', link: 'https://data.example.org/report/1/log/' } as const
  const { subject, text } = failureMail(what, 'The report has no recipients.', await voiceOf('fr'))
  expect(subject).toBe('[Error] weekly')
  expect(text).toContain('weekly')
  expect(text).not.toMatch(/The report has|Execution log/)
})
