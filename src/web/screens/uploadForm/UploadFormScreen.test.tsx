import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { show } from '../../ui/testing/show.tsx'
import { useUpload } from '../../upload/uploadState.ts'
import { UploadFormScreen } from './UploadFormScreen.tsx'

it.each([
  ['csv', 'CSV to Database configuration', /A CSV or TSV file/],
  ['columnar', 'Columnar to Database configuration', /Parquet files, one or several, or a ZIP/],
  ['excel', 'Excel to Database configuration', /A sheet of an Excel file/],
])('the older form for %s: its title, and the dialog that accepts its files', async (kind, title, text) => {
  const initial = useUpload.getState()
  onTestFinished(() => {
    useUpload.setState(initial, true)
    Reflect.deleteProperty(globalThis, '__TSR_ROUTER__')
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/$kind', component: UploadFormScreen })
  const history = createMemoryHistory({ initialEntries: [`/${kind}`] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  // the type of the product's router contains only the product's pages
  const user = show(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { level: 1, name: title })
  screen.getByText(text)
  expect(useUpload.getState()).toMatchObject({ file: 'choose', kind })
  useUpload.setState(initial, true)
  await user.click(screen.getByRole('button', { name: 'Select file' }))
  expect(useUpload.getState()).toMatchObject({ file: 'choose', kind })
})
