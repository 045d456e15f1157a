import { beforeEach, expect, it, vi } from 'vitest'
import { useToasts } from '../../../ui/toast.ts'
import { copySelected } from './copying.ts'
import type { Editor } from './editStore.ts'

const position = {
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['D'] },
  D: { id: 'D', type: 'DIVIDER', children: [], meta: {} },
}
const editor = {
  position: () => position,
  store: { getState: () => ({ selectedId: 'D' }) },
} as unknown as Editor
const texts = () => useToasts.getState().toasts.map(({ text }) => (typeof text === 'string' ? text : text.text))

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
})

it('shows a message when a component was copied', () => {
  const setItem = vi.fn()
  vi.stubGlobal('localStorage', { setItem })
  expect(copySelected(editor)).toBe(true)
  expect(setItem).toHaveBeenCalledTimes(1)
  expect(texts()).toMatchObject([{ defaultMessage: expect.stringMatching(/^Copied\./) }])
})

it('shows a message when the storage of the browser is full', () => {
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(copySelected(editor)).toBe(true)
  expect(texts()).toMatchObject([{ defaultMessage: 'This could not be copied: the storage of this browser is full.' }])
})
