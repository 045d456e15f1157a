import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { bootstrap, currentUser } from '../api/bootstrap.ts'
import { queryClient } from '../api/queryClient.ts'
import { show } from '../ui/testing/show.tsx'

/** Renders a page with an address of its own. Returns the user who operates it, and the address as it is later. */
export function showPage(page: () => ReactNode, query = ''): { user: UserEvent; address: () => string } {
  const history = createMemoryHistory({ initialEntries: [`/${query}`] })
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history })
  // the type of the product's router knows the product's pages only
  // some parts of pages read the product's own cache
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

/** What the user may do until the end of the test, and the flags that are on. */
export function signedInAs(role: string, rights: [permission: string, view: string][], ...flags: string[]): void {
  const { feature_flags: known } = bootstrap.common
  currentUser.roles[role] = rights
  for (const flag of flags) known[flag] = true
  onTestFinished(() => {
    delete currentUser.roles[role]
    for (const flag of flags) delete known[flag]
  })
}
