import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ExploreForm } from '../../../../model/explore/exploreState.ts'
import { markStored, rememberUnsaved, unsavedForm } from './unsaved.ts'

const form = { row_limit: 15 } as unknown as ExploreForm

/** A new document at this address, which began to load at that time. */
const openDocument = (search: string, at: number) => {
  vi.stubGlobal('window', { location: { search } })
  vi.stubGlobal('performance', { timeOrigin: at })
  vi.setSystemTime(at)
}

beforeEach(() => {
  vi.useFakeTimers()
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })
  openDocument('?form_data_key=first', 10_000)
  rememberUnsaved(form)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a reload before the controls are stored opens them', () => {
  openDocument('?form_data_key=first', 12_000)
  expect(unsavedForm()).toEqual(form)
})

it.each([
  ['that began before they were stored', 19_990, true],
  ['that began at the same moment, before the address had changed', 20_040, true],
  ['much later', 60_000, false],
])('once they are stored at another address, a reload %s', (_, at, isOpened) => {
  vi.setSystemTime(20_000)
  markStored()
  openDocument('?form_data_key=first', at)
  expect(unsavedForm()).toEqual(isOpened ? form : undefined)
})

it('in the same document, the previous address keeps its own controls', () => {
  markStored()
  expect(unsavedForm()).toBeUndefined()
})

it('another address keeps its own controls', () => {
  openDocument('?form_data_key=other', 12_000)
  expect(unsavedForm()).toBeUndefined()
})
