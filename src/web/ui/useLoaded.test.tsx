import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { RegionBoundary } from './RegionBoundary.tsx'
import { show } from './testing/show.tsx'
import { useLoaded } from './useLoaded.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

/** Shows a text that loads. `end` ends the loading, with an error if one is given. */
function showLoading() {
  let found: string | undefined
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const load = vi.fn(() => promise)
  function Part() {
    return <p>{useLoaded(() => found, load) ?? 'waiting'}</p>
  }
  show(
    <RegionBoundary>
      <Part />
    </RegionBoundary>,
  )
  const end = (error?: Error) =>
    act(async () => {
      found = error ? undefined : 'loaded'
      if (error) reject(error)
      else resolve()
    })
  return { load, end }
}

it('shows what has loaded as soon as it is there', async () => {
  const { load, end } = showLoading()
  expect(screen.getByText('waiting')).toBeDefined()
  await end()
  expect(screen.getByText('loaded')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

it('throws the error of the loading', async () => {
  const { end } = showLoading()
  await end(new Error('the server is away'))
  expect(document.body.textContent).toContain('the server is away')
})
