import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from './Toasts.tsx'
import { show } from './testing/show.tsx'
import { defineTexts } from './text.ts'
import { toast } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const region = () => screen.getByRole('region', { name: 'Notifications' })
const say = (work: () => void) =>
  act(() => {
    work()
  })
const later = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

it('is a live region before the first message, so that screen readers announce that one as well', () => {
  show(<Toasts />)
  expect(region().getAttribute('aria-live')).toBe('polite')
  expect(region().textContent).toBe('')
})

it('removes a message after its time', () => {
  show(<Toasts />)
  say(() => void toast.success('Saved'))
  later(3900)
  expect(region().textContent).toBe('Saved')
  later(200)
  expect(region().textContent).toBe('')
})

it('keeps a message as long as the pointer is on it', () => {
  show(<Toasts />)
  say(() => void toast.success('Saved'))
  later(3000)
  fireEvent.mouseEnter(screen.getByText('Saved'))
  later(60_000)
  expect(region().textContent).toBe('Saved')
  fireEvent.mouseLeave(screen.getByText('Saved'))
  later(900)
  expect(region().textContent).toBe('Saved')
  later(200)
  expect(region().textContent).toBe('')
})

it('keeps a message with a button while a user moves with Tab, and no other', () => {
  show(<Toasts />)
  say(() => {
    toast.success('Saved', { action: { label: 'Copy link', onSelect: () => {} } })
    toast.success('Done')
  })
  for (let step = 0; step < 4; step += 1) {
    later(2000)
    fireEvent.keyDown(document.body, { key: 'Tab' })
  }
  expect([...region().children].map(({ textContent }) => textContent)).toEqual(['SavedCopy link'])
  later(2000)
  fireEvent.keyDown(document.body, { key: 'a' })
  later(3000)
  expect(region().textContent).toBe('')
})

it('shows a text of the catalogue with its values, only once if requested', () => {
  const { left } = defineTexts('test', { left: '{count, plural, one {# tab is} other {# tabs are}} open' })
  show(<Toasts />)
  say(() => {
    for (const count of [1, 2, 2]) toast.info({ text: left, values: { count } }, { noDuplicate: true })
  })
  expect([...region().children].map(({ textContent }) => textContent)).toEqual(['1 tab is open', '2 tabs are open'])
})

it('announces errors and warnings as alerts', () => {
  show(<Toasts />)
  say(() => {
    toast.info('Copied')
    toast.danger('Not saved')
  })
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Not saved'])
})

it('shows at most five messages, and none twice if requested', () => {
  show(<Toasts />)
  say(() => {
    for (let at = 1; at <= 7; at += 1) toast.info(`Message ${at}`)
    toast.info('Message 7', { noDuplicate: true })
  })
  expect([...region().children].map(({ textContent }) => textContent)).toEqual(
    [3, 4, 5, 6, 7].map((at) => `Message ${at}`),
  )
})

it('runs its action and closes', () => {
  const onSelect = vi.fn()
  show(<Toasts />)
  say(() => void toast.info('Deleted', { durationMs: -1, action: { label: 'Undo', onSelect } }))
  later(600_000)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onSelect).toHaveBeenCalledOnce()
  expect(region().textContent).toBe('')
})
