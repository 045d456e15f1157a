import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { bootstrap, currentUser } from '../api/bootstrap.ts'
import { queryClient } from '../api/queryClient.ts'
import { show } from '../ui/testing/show.tsx'

/** Renders a page with its own address. Returns the simulated user, and a function for the current address. */
export function showPage(page: () => ReactNode, query = ''): { user: UserEvent; address: () => string } {
  const history = createMemoryHistory({ initialEntries: [`/${query}`] })
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history })
  // the type of the product's router contains only the product's pages, and some parts of pages use the product's own
  // cache
  const user = show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  onTestFinished(() => {
    queryClient.clear()
    Reflect.deleteProperty(globalThis, '__TSR_ROUTER__')
  })
  return { user, address: () => history.location.href }
}

/** Sets the user's permissions and the enabled flags until the end of the test. */
export function signedInAs(role: string, rights: [permission: string, view: string][], ...flags: string[]): void {
  const { feature_flags: known } = bootstrap.common
  currentUser.roles[role] = rights
  for (const flag of flags) known[flag] = true
  onTestFinished(() => {
    delete currentUser.roles[role]
    for (const flag of flags) delete known[flag]
  })
}
