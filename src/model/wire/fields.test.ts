import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { flag, id, ids, jsonText, parseFields, text } from './fields.ts'

const schema = z.strictObject({
  name: text(1, 5),
  size: id.nullish(),
  owners: ids.optional(),
  kind: z.enum(['a', 'b']),
  published: flag.optional(),
  params: jsonText.nullish(),
  names: z.record(z.string(), z.string()).optional(),
  columns: z.array(z.strictObject({ title: text(1, 3) })).optional(),
  page: z.int().min(1).max(9).optional(),
  few: z.array(z.string()).min(1).max(2).optional(),
  uuid: z.uuid().optional(),
})

describe('parseFields', () => {
  it.each([
    [{}, { name: ['Missing data for required field.'], kind: ['Missing data for required field.'] }],
    [[], { _schema: ['Invalid input type.'] }],
    [null, { _schema: ['Invalid input type.'] }],
    [{ name: '', kind: 'a' }, { name: ['Length must be between 1 and 5.'] }],
    [{ name: 'abcdef', kind: 'a' }, { name: ['Length must be between 1 and 5.'] }],
    [{ name: null, kind: 'a' }, { name: ['Field may not be null.'] }],
    [{ name: 'x', kind: 'c' }, { kind: ['Must be one of: a, b.'] }],
    [{ name: 'x', kind: 'a', size: 'abc' }, { size: ['Not a valid integer.'] }],
    [{ name: 'x', kind: 'a', size: 1.5 }, { size: ['Not a valid integer.'] }],
    [{ name: 'x', kind: 'a', size: '1.5' }, { size: ['Not a valid integer.'] }],
    [{ name: 'x', kind: 'a', size: '' }, { size: ['Not a valid integer.'] }],
    [{ name: 'x', kind: 'a', size: '9999999999' }, { size: ['Not a valid integer.'] }],
    [{ name: 'x', kind: 'a', size: true }, { size: ['Not a valid integer.'] }],
    [{ name: 'x', kind: 'a', published: 'maybe' }, { published: ['Not a valid boolean.'] }],
    [{ name: 'x', kind: 'a', published: 2 }, { published: ['Not a valid boolean.'] }],
    [{ name: 'x', kind: 'a', published: null }, { published: ['Field may not be null.'] }],
    [{ name: 'x', kind: 'a', owners: 'x' }, { owners: ['Not a valid list.'] }],
    [{ name: 'x', kind: 'a', owners: ['x'] }, { owners: { 0: ['Not a valid integer.'] } }],
    [
      { name: 'x', kind: 'a', columns: ['x', null] },
      { columns: { 0: { _schema: ['Invalid input type.'] }, 1: ['Field may not be null.'] } },
    ],
    [{ name: 'x', kind: 'a', page: 0 }, { page: ['Must be greater than or equal to 1.'] }],
    [{ name: 'x', kind: 'a', page: 10 }, { page: ['Must be less than or equal to 9.'] }],
    [{ name: 'x', kind: 'a', few: [] }, { few: ['Shorter than minimum length 1.'] }],
    [{ name: 'x', kind: 'a', few: ['a', 'b', 'c'] }, { few: ['Longer than maximum length 2.'] }],
    [{ name: 'x', kind: 'a', uuid: 'x' }, { uuid: ['Not a valid UUID.'] }],
    [{ name: 'x', kind: 'a', names: [] }, { names: ['Not a valid mapping type.'] }],
    [{ name: 'x', kind: 'a', params: '{bad' }, { params: ['JSON not valid'] }],
    [
      { name: 'x', kind: 'a', nonsense: 1, more: 2 },
      { nonsense: ['Unknown field.'], more: ['Unknown field.'] },
    ],
    [{ name: 'x', kind: 'a', columns: [{ title: 1 }] }, { columns: { 0: { title: ['Not a valid string.'] } } }],
  ])('%j is rejected', (body, fields) => {
    expect(parseFields(schema, body)).toEqual({ ok: false, fields })
  })

  it.each([
    [{ size: '5' }, { size: 5 }],
    [{ size: ' -5 ' }, { size: -5 }],
    [{ owners: ['1', 2] }, { owners: [1, 2] }],
    [{ published: 'Yes' }, { published: true }],
    [{ published: 1 }, { published: true }],
    [{ published: 'off' }, { published: false }],
    [{ published: '0' }, { published: false }],
    [{ published: false }, { published: false }],
  ])('%j is read as %j', (given, read) => {
    const needed = { name: 'x', kind: 'a' }
    expect(parseFields(schema, { ...needed, ...given })).toEqual({ ok: true, value: { ...needed, ...read } })
  })

  it('returns the value as it was sent', () => {
    const body = { name: 'x', kind: 'a', size: null, params: '{"a": 1}' }
    expect(parseFields(schema, body)).toEqual({ ok: true, value: body })
  })
})
