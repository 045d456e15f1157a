import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chosenAfter,
  chosenFirst,
  firstMatch,
  listRows,
  matching,
  nextEnabled,
  selectAllValue,
  splitPaste,
  startingWith,
  typedAhead,
  visibleWindow,
} from './options.ts'

const option = (label: string) => ({ value: label, label })

describe('splitPaste', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['a\tb;c', ['a', 'b', 'c']],
    [' a , b ,, a', ['a', 'b']],
    ['one value', ['one value']],
    [' ; ', []],
  ])('%j is split into %j', (text, values) => {
    expect(splitPaste(text)).toEqual(values)
  })
})

describe('chosenFirst', () => {
  it('moves selected entries up and keeps both orders', () => {
    const labels = chosenFirst(['a', 'b', 'c', 'd'].map(option), ['d', 'b']).map(({ label }) => label)
    expect(labels).toEqual(['b', 'd', 'a', 'c'])
  })

  it('keeps exactly the same entries', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.array(fc.string()), (labels, chosen) => {
        const ordered = chosenFirst(labels.map(option), chosen).map(({ value }) => value)
        expect(ordered.toSorted()).toEqual(labels.toSorted())
      }),
    )
  })
})

describe('matching', () => {
  it.each([
    ['zur', ['Zürich']],
    ['ÜRI', ['Zürich']],
    ['  ', ['Zürich', 'Bern']],
    ['x', []],
  ])('%j finds %j', (search, labels) => {
    expect(matching(['Zürich', 'Bern'].map(option), search).map(({ label }) => label)).toEqual(labels)
  })
})

describe('visibleWindow', () => {
  it('covers every visible row', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(200_000), fc.integer({ min: 28, max: 600 }), (count, scrollTop, viewport) => {
        const { start, end } = visibleWindow(count, scrollTop, viewport, 28)
        const first = Math.floor(scrollTop / 28)
        const last = Math.min(count, Math.ceil((scrollTop + viewport) / 28))
        if (first < count) expect(start).toBeLessThanOrEqual(first)
        expect(end).toBeGreaterThanOrEqual(last)
        expect(end).toBeLessThanOrEqual(count)
      }),
    )
  })
})

describe('nextEnabled', () => {
  const rows = [{}, { disabled: true }, {}, { disabled: true }]
  it.each([
    [0, 1, 2],
    [2, 1, 2],
    [2, -1, 0],
    [0, -1, 0],
    [-1, 1, 0],
    [0, 100, 0],
  ])('from %i by %i is %i', (from, step, to) => {
    expect(nextEnabled(rows, from, step)).toBe(to)
  })
})

describe('firstMatch', () => {
  const gone = { disabled: true }
  it.each([
    [[{}, {}], 0, 0],
    [[{}, {}], 1, 1],
    [[{}, gone, {}], 1, 2],
    [[{}], 1, -1],
    [[], 0, -1],
  ])('of %j from %i is %i', (rows, start, expected) => expect(firstMatch(rows, start)).toBe(expected))
})

it('letters typed in sequence select an entry', () => {
  const rows = ['East', 'North', 'West', 'Wéstern'].map(option)
  let typed = { text: '', atMs: 0 }
  const go = (key: string, atMs: number) => {
    typed = typedAhead(typed, key, atMs)
    return rows[startingWith(rows, typed.text)]?.label
  }
  expect([go('w', 5000), go('e', 5200), go('s', 5400), go('T', 5500), go('e', 5600)].at(-1)).toBe('Wéstern')
  expect(go('e', 9000)).toBe('East')
})

describe('listRows', () => {
  const words = { newLabel: undefined, selectAllLabel: (count: number) => `all ${count}` }
  const shown = (found: string[], typed: string, selectAll: boolean) =>
    listRows({ ...words, found: found.map(option), typed, selectAll }).rows.map(({ label }) => label)

  it.each([
    ['a typed text that no entry is named is offered as a new one', ['East'], 'Eas', true, ['Eas', 'East']],
    ['the name of an entry is not new', ['East'], 'East', true, ['East']],
    ['more than one entry can be chosen at once', ['East', 'West'], '', true, ['all 2', 'East', 'West']],
    ['one entry needs no row for all', ['East'], '', true, ['East']],
    ['not while more entries are to come', ['East', 'West'], '', false, ['East', 'West']],
  ])('%s', (_rule, found, typed, selectAll, rows) => {
    expect(shown(found, typed, selectAll)).toEqual(rows)
  })

  it('entries that cannot be selected are ignored', () => {
    const found = [option('East'), { ...option('West'), disabled: true }]
    expect(listRows({ ...words, found, typed: '', selectAll: true }).hasSelectAll).toBe(false)
  })
})

describe('chosenAfter', () => {
  const choosable = ['b', 'c'].map(option)
  const after = (pressed: string, chosen: string[], multiple: boolean) =>
    chosenAfter(option(pressed), { chosen, choosable, multiple })

  it.each([
    ['one value takes the place of the other', 'b', ['a'], false, ['b']],
    ['several stand together', 'b', ['a'], true, ['a', 'b']],
    ['a second press takes a value back', 'b', ['a', 'b'], true, ['a']],
    ['all that can be chosen, and what was', selectAllValue, ['a', 'b'], true, ['a', 'b', 'c']],
    ['none of them, where all were chosen', selectAllValue, ['a', 'b', 'c'], true, ['a']],
  ])('%s', (_rule, pressed, chosen, multiple, expected) => {
    expect(after(pressed, chosen, multiple)).toEqual(expected)
  })
})
