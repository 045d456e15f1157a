import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { show } from '../ui/testing/show.tsx'
import { signedInAs } from './showPage.tsx'

export interface ServerAround {
  flags?: readonly string[]
  /** "can_write SavedQuery" */
  permissions?: readonly string[]
  /** Responses of the server, by a part of the address; a number is the status of an error. The last match is used. */
  answers?: Record<string, unknown>
}

export interface ShownParts {
  user: UserEvent
  /** The requests: method and address, then the body. */
  asked: string[]
}

const responseOf = (value: unknown) =>
  typeof value === 'number'
    ? new Response(JSON.stringify({ message: 'It failed.' }), { status: value })
    : new Response(JSON.stringify(value), { status: 200 })

/** Renders parts of a page at once, with a user and a server. Everything is reset at the end of the test. */
export function showWithServer(
  parts: ReactNode,
  { flags = [], permissions = [], answers = {} }: ServerAround = {},
): ShownParts {
  const rights = permissions.map((each) => each.split(' ') as [string, string])
  signedInAs('Analyst', rights, ...flags)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push(`${method} ${decodeURIComponent(url)}${typeof body === 'string' ? ` ${body}` : ''}`)
    const known = Object.keys(answers).findLast((part) => url.includes(part))
    return responseOf(known === undefined ? 404 : answers[known])
  })
  // the router registers itself in this global variable
  vi.stubGlobal('__TSR_ROUTER__', undefined)
  onTestFinished(() => {
    queryClient.clear()
    localStorage.clear()
    vi.unstubAllGlobals()
  })
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return { user: show(<RouterContextProvider router={router}>{parts}</RouterContextProvider>), asked }
}
