import { screen } from '@testing-library/react'
import { Suspense, startTransition, useId, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { loadEditedFilterTypes, useEditedFilterTypes } from '../../../../../filters/editing.ts'
import { show } from '../../../../ui/testing/show.tsx'

const noSubscription = () => () => undefined

function Count({ useTypes }: { useTypes: typeof useEditedFilterTypes }) {
  // hooks before and after the hook that suspends
  const id = useId()
  const types = useTypes()
  const count = useSyncExternalStore(noSubscription, () => types.size)
  return <p id={id}>{count} types</p>
}

it('returns the filter types to a render that waits for them', async () => {
  // other tests of this process have already loaded the types
  vi.resetModules()
  const fresh = await import('../../../../../filters/editing.ts')
  // `act` would start another render instead of continuing this one
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  onTestFinished(() => void vi.unstubAllGlobals())
  const warned = vi.spyOn(console, 'error')
  onTestFinished(() => warned.mockRestore())
  const place = document.createElement('div')
  const recovered: unknown[] = []
  const root = createRoot(place, { onRecoverableError: (error) => recovered.push(error) })
  onTestFinished(() => root.unmount())
  startTransition(() => root.render(<Count useTypes={fresh.useEditedFilterTypes} />))
  await vi.waitFor(() => expect(place.textContent).toMatch(/^\d+ types$/), 10_000)
  expect(recovered).toEqual([])
  expect(warned.mock.calls).toEqual([])
})

it('returns them at once when they are loaded', async () => {
  await loadEditedFilterTypes()
  show(
    <Suspense fallback="loading">
      <Count useTypes={useEditedFilterTypes} />
    </Suspense>,
  )
  expect(screen.getByText(/^\d+ types$/)).toBeDefined()
})
