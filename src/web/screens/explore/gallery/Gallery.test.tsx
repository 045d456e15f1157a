import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { show } from '../../../ui/testing/show.tsx'
import { type Explore, ExploreProvider } from '../state/exploreContext.ts'
import Gallery from './Gallery.tsx'

function openGallery(vizType: string) {
  const switchTo = vi.fn()
  const onClose = vi.fn()
  // everything that the gallery needs
  const explore: Partial<Explore> = { vizType, switchTo, form: {}, datasource: noDatasource }
  const user = show(
    <ExploreProvider value={explore as Explore}>
      <Gallery onClose={onClose} />
    </ExploreProvider>,
  )
  return { user, switchTo, onClose }
}

const tile = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) })
const names = () => screen.getAllByRole('radio').map((each) => each.textContent)

it('opens at the category of the current type, and explains its badge', async () => {
  openGallery('table')
  await waitFor(() => expect(tile('Table').getAttribute('aria-checked')).toBe('true'))
  expect(screen.getByRole('button', { name: /^Table\b/ }).getAttribute('aria-pressed')).toBe('true')
  const details = within(screen.getByRole('region', { name: 'Table' }))
  details.getByText('Featured')
  details.getByText('A good first choice.')
  // the list only shows badges that warn
  expect(names().some((name) => name?.includes('Featured'))).toBe(false)
})

it('a search shows all matching types, and marks a deprecated one', async () => {
  const { user } = openGallery('table')
  const search = await screen.findByRole('textbox', { name: 'Search all charts' })
  await user.click(search)
  await user.paste('multiple line')
  await waitFor(() => expect(names()[0]).toBe('Multiple Line ChartsDeprecated'))
  expect(screen.getByRole('button', { name: /^Table\b/ }).getAttribute('aria-pressed')).toBe('false')
  await user.clear(search)
  expect(screen.getByRole('button', { name: /^Table\b/ }).getAttribute('aria-pressed')).toBe('true')
  await user.paste('no such words')
  expect(screen.getByText('No charts found')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Select' }).disabled).toBe(true)
})

it('another section clears a selection that it does not contain', async () => {
  const { user, switchTo } = openGallery('table')
  await user.click(await screen.findByRole('button', { name: /^KPI/ }))
  expect(screen.getAllByRole('radio').some((each) => each.getAttribute('aria-checked') === 'true')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(switchTo).not.toHaveBeenCalled()
})

it('a double click confirms', async () => {
  const { user, switchTo, onClose } = openGallery('table')
  await user.dblClick(await screen.findByRole('radio', { name: 'Pivot Table' }))
  expect(switchTo).toHaveBeenCalledWith('pivot_table_v2')
  expect(onClose).toHaveBeenCalled()
})
