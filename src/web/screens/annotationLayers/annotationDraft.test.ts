import { describe, expect, it } from 'vitest'
import { draftFaults, draftOf, emptyDraft, fieldsOf, shownTime, withStart } from './annotationDraft.ts'

const draft = { ...emptyDraft, name: ' Sale ', start: '2020-01-01T08:00', end: '2020-01-02T08:00' }

describe('an annotation while it is edited', () => {
  it('starts with the stored values', () => {
    const stored = {
      short_descr: 'Sale',
      long_descr: null,
      start_dttm: '2020-01-01T08:00:00.123456',
      end_dttm: '2020-01-02T08:00:00',
      json_metadata: '{"a": 1}',
    }
    expect(draftOf(stored)).toEqual({
      name: 'Sale',
      start: '2020-01-01T08:00:00',
      end: '2020-01-02T08:00:00',
      description: '',
      metadata: '{"a": 1}',
    })
  })

  it('is sent without surrounding spaces', () =>
    expect(fieldsOf({ ...draft, metadata: ' ' })).toEqual({
      short_descr: 'Sale',
      start_dttm: '2020-01-01T08:00',
      end_dttm: '2020-01-02T08:00',
      long_descr: '',
      json_metadata: '',
    }))

  it.each([{ name: ' ' }, { start: '' }, { end: '' }, { end: '2019-12-31T00:00' }, { metadata: '{' }])(
    'is not sent with %j',
    (change) => expect(fieldsOf({ ...draft, ...change })).toBeUndefined(),
  )

  it('ends when it starts, until it has an end of its own', () => {
    const event = { ...emptyDraft, ...withStart(emptyDraft, '2020-01-01T08:00') }
    expect(event.end).toBe('2020-01-01T08:00')
    expect(withStart(event, '2021-01-01T08:00')).toEqual({ start: '2021-01-01T08:00', end: '2021-01-01T08:00' })
    expect(withStart(draft, '2020-01-01T09:00')).toEqual({ start: '2020-01-01T09:00' })
  })

  it('shows which field is invalid', () => {
    expect(draftFaults({ ...draft, end: '2019-12-31T00:00' })).toEqual({ end: true, metadata: false })
    expect(draftFaults({ ...draft, metadata: 'x' })).toEqual({ end: false, metadata: true })
    expect(draftFaults(emptyDraft)).toEqual({ end: false, metadata: false })
  })
})

it.each([
  ['2020-01-01T08:00:00', '2020-01-01 08:00'],
  ['2020-01-01T08:00:07.5', '2020-01-01 08:00:07'],
])('shows %s as %s', (stored, shown) => expect(shownTime(stored)).toBe(shown))
