import { expect, it } from 'vitest'
import { bodyOf, newDraft, type ReportDraft } from './reportDraft.ts'

const report: ReportDraft = {
  ...newDraft(7, 'Europe/Berlin'),
  name: 'Weekly',
  dashboard: 3,
  recipients: [{ type: 'Email', target: 'a@example.org', others: {} }],
}
const alert: ReportDraft = { ...report, database: 2, sql: 'select 1', condition: '>', threshold: 0 }

it('a new one belongs to its user, is active, runs every hour and stores its log for 90 days', () => {
  expect(bodyOf('Report', report)).toMatchObject({
    owners: [7],
    active: true,
    crontab: '0 * * * *',
    timezone: 'Europe/Berlin',
    log_retention: 90,
    working_timeout: 3600,
    report_format: 'PNG',
  })
  expect(bodyOf('Alert', alert)).toMatchObject({ validator_config_json: { op: '>', threshold: 0 } })
})

const required: [string, Partial<ReportDraft>][] = [
  ['a name', { name: ' ' }],
  ['an owner', { owners: [] }],
  ['a schedule', { crontab: '' }],
  ['a valid schedule', { crontab: '0 9 * *' }],
  ['a working timeout', { workingTimeout: null }],
  ['a dashboard', { dashboard: undefined }],
  ['a chart', { content: 'chart' }],
  ['a saved query', { content: 'savedQuery' }],
  ['a notification method', { recipients: [] }],
  ['recipients', { recipients: [{ type: 'Slack', target: ' ', others: {} }] }],
  ['valid recipients', { recipients: [{ type: 'Email', target: 'a@example.org, nobody', others: {} }] }],
  ['valid channels', { recipients: [{ type: 'Slack', target: '#shop; # orders', others: {} }] }],
  ['a valid width', { width: 599 }],
]

it.each(required)('cannot be saved without %s', (_name, part) => {
  expect(bodyOf('Report', { ...report, ...part })).toBeUndefined()
  expect(bodyOf('Alert', { ...alert, ...part })).toBeUndefined()
})

it.each<[string, Partial<ReportDraft>]>([
  ['a database', { database: undefined }],
  ['a query', { sql: ' ' }],
  ['a condition', { condition: undefined }],
  ['a value', { threshold: null }],
  ['a confidence', { condition: 'forecast', confidence: null }],
])('an alert cannot be saved without %s, a report can', (_name, part) => {
  expect(bodyOf('Alert', { ...alert, ...part })).toBeUndefined()
  expect(bodyOf('Report', { ...alert, ...part })).toBeDefined()
})

it('the value is not required for "Not null"', () => {
  expect(bodyOf('Alert', { ...alert, condition: 'not null', threshold: null })).toMatchObject({
    validator_type: 'not null',
    validator_config_json: {},
  })
})
