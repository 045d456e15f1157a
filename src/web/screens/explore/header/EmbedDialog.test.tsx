import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import { type Explore, ExploreProvider } from '../state/exploreContext.ts'
import EmbedDialog from './EmbedDialog.tsx'

const link = 'http://charts.example/superset/explore/p/k3y/'

function openEmbed(answer: unknown, name = 'Sales of "North" & <South>') {
  const explore: Partial<Explore> = { form: { viz_type: 'pie' }, state: { name } as Explore['state'] }
  return showWithServer(
    <ExploreProvider value={explore as Explore}>
      <EmbedDialog onClose={() => undefined} />
    </ExploreProvider>,
    { answers: { '/api/v1/explore/permalink': answer } },
  )
}

const code = () => screen.getByLabelText<HTMLTextAreaElement>('Code').value

it('the embed code is a frame with the permalink, the size, and the name as text', async () => {
  const { user } = openEmbed({ url: link, key: 'k3y' })
  await waitFor(() => expect(code()).toContain(`src="${link}?standalone=1"`))
  expect(code()).toContain('title="Sales of &quot;North&quot; &amp; &lt;South&gt;"')
  expect(code()).toMatch(/width="600"\s+height="400"/)
  const height = screen.getByLabelText('Chart height')
  await user.clear(height)
  await user.type(height, '250{Enter}')
  await waitFor(() => expect(code()).toMatch(/width="600"\s+height="250"/))
})

it('shows a message if the link cannot be created, and tries again', async () => {
  const { asked, user } = openEmbed(500)
  await screen.findByText('Sorry, something went wrong. Try again later.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy code' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked.filter((each) => each.includes('permalink'))).toHaveLength(2))
})
