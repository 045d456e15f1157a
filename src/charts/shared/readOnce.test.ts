import { describe, expect, it } from 'vitest'
import { written } from '../../model/language/written.ts'
import { readOnce } from './readOnce.ts'

describe('readOnce', () => {
  const counted = () => {
    let reads = 0
    return readOnce(({ data }: { formData: object; data: readonly unknown[]; datasource?: object }) => {
      reads += 1
      return { reads, rows: data.length }
    })
  }
  const [form, other, answer, second] = [{}, {}, {}, {}]

  it('reads the same result once', () => {
    const read = counted()
    const first = read({ formData: form, data: [answer, second] })
    expect(read({ formData: form, data: [answer, second] })).toBe(first)
    expect(first).toEqual({ reads: 1, rows: 2 })
  })
  it.each([
    ['form data', { formData: other, data: [answer] }],
    ['a further answer', { formData: form, data: [answer, second] }],
    ['another answer', { formData: form, data: [second] }],
    ['another dataset', { formData: form, data: [answer], datasource: other }],
  ])('reads again: %s', (_, input) => {
    const read = counted()
    read({ formData: form, data: [answer] })
    expect(read(input).reads).toBe(2)
  })
  it('reads again in another language', () => {
    const read = counted()
    read({ formData: form, data: [answer] })
    written.translate = (text) => text.toUpperCase()
    expect(read({ formData: form, data: [answer] }).reads).toBe(2)
    written.translate = (text) => text
  })
  it('reads each time if there is no result', () => {
    const read = counted()
    read({ formData: form, data: [] })
    expect(read({ formData: form, data: [] }).reads).toBe(2)
  })
})
