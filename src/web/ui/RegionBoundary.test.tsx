import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { RegionBoundary } from './RegionBoundary.tsx'
import { show } from './testing/show.tsx'

// React logs the errors that boundaries catch
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

let isBroken = true
function Fragile() {
  if (isBroken) throw new Error('a broken part')
  return <p>whole</p>
}

it('shows the error in place of the crashed region, and has a retry button', async () => {
  isBroken = true
  const user = show(
    <RegionBoundary>
      <Fragile />
    </RegionBoundary>,
  )
  expect(screen.getByRole('alert').textContent).toContain('Unexpected error')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('whole')).toBeDefined()
})

it('clears the error with a new key', async () => {
  isBroken = true
  function Page() {
    const [page, setPage] = useState(1)
    return (
      <>
        <button
          type="button"
          onClick={() => {
            isBroken = false
            setPage(page + 1)
          }}
        >
          next
        </button>
        <RegionBoundary resetKey={page}>
          <Fragile />
        </RegionBoundary>
      </>
    )
  }
  const user = show(<Page />)
  expect(screen.getByRole('alert')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'next' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('whole')).toBeDefined()
})

it('of an optional region shows nothing, and reports the error once', () => {
  isBroken = true
  const onError = vi.fn()
  show(
    <RegionBoundary onError={onError}>
      <Fragile />
    </RegionBoundary>,
  )
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onError).toHaveBeenCalledOnce()
})
