import { screen } from '@testing-library/react'
import { lazy, type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LazyPart } from './LazyPart.tsx'
import { RegionBoundary } from './RegionBoundary.tsx'
import { Toasts } from './Toasts.tsx'
import { show } from './testing/show.tsx'

// React logs the errors that boundaries catch
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.unstubAllGlobals())

const gone = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js')))
const broken = lazy(() => Promise.reject(new Error('a broken part')))

function Page({ part: Part }: { part: typeof gone }) {
  const [isOpen, setIsOpen] = useState(false)
  const opened: ReactNode = isOpen ? (
    <LazyPart onClose={() => setIsOpen(false)}>
      <Part />
    </LazyPart>
  ) : null
  return (
    <RegionBoundary>
      <button type="button" onClick={() => setIsOpen(true)}>
        open
      </button>
      {opened}
      <Toasts />
    </RegionBoundary>
  )
}

it('that could not be loaded shows a message with every click, and the page does not change', async () => {
  const user = show(<Page part={gone} />)
  for (const _click of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'open' }))
    expect((await screen.findByRole('alert')).textContent).toContain('A part of this page could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
  }
})

it('reloads the page once the server responds', async () => {
  let isAway = true
  vi.stubGlobal('fetch', async () => {
    if (isAway) throw new TypeError('offline')
    return new Response('OK')
  })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const user = show(<Page part={gone} />)
  await user.click(screen.getByRole('button', { name: 'open' }))
  await user.click(await screen.findByRole('button', { name: 'Reload' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.')
  expect(reload).not.toHaveBeenCalled()
  isAway = false
  await user.click(screen.getByRole('button', { name: 'open' }))
  await user.click(await screen.findByRole('button', { name: 'Reload' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('that crashes is an error of the surrounding region', async () => {
  const user = show(<Page part={broken} />)
  await user.click(screen.getByRole('button', { name: 'open' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Unexpected errora broken part')
})
