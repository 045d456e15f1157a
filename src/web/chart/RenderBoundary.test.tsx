import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { show } from '../ui/testing/show.tsx'
import { RenderBoundary } from './RenderBoundary.tsx'

// React logs the errors that boundaries catch, which would clutter the output
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

function Picture({ dataset }: { dataset: string }) {
  if (dataset === 'broken') throw new Error('no such column')
  return <p>drawn</p>
}

/** A chart that cannot be drawn with its first dataset. */
function Page() {
  const [data] = useState(() => [1])
  const [dataset, setDataset] = useState('broken')
  const [renders, setRenders] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setRenders(renders + 1)}>
        render {renders}
      </button>
      <button type="button" onClick={() => setDataset('whole')}>
        other dataset
      </button>
      <RenderBoundary resetKeys={[data, dataset]} fallback={({ stack }) => <pre role="alert">{stack}</pre>}>
        <Picture dataset={dataset} />
      </RenderBoundary>
    </>
  )
}

it('shows a failed chart with its stack trace, and draws it again when its dataset has changed', async () => {
  const user = show(<Page />)
  expect(screen.getByRole('alert').textContent).toMatch(/no such column[\s\S]*at /)
  await user.click(screen.getByRole('button', { name: 'render 0' }))
  expect(screen.getByRole('alert')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'other dataset' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('drawn')).toBeDefined()
})
