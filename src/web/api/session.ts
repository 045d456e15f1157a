import type { SignedInAnswer } from '../../model/wire/session.ts'
import { failureFrom } from './failure.ts'

/** Signs in from a page whose session has ended: its token belongs to that session, so a new one is fetched. */
export async function signInAnew(username: string, password: string): Promise<void> {
  const page = await (await fetch('/login/', { headers: { accept: 'text/html' } })).text()
  const token = new DOMParser().parseFromString(page, 'text/html').querySelector<HTMLInputElement>('#csrf_token')?.value
  const next = await postLogin(username, password, '/', token ?? '')
  // the second step has a separate page
  if (next.startsWith('/login/')) location.assign(next)
}

export async function postLogin(username: string, password: string, next: string, token: string): Promise<string> {
  const form = new URLSearchParams({ username, password, csrf_token: token })
  const response = await fetch(`/login/?${new URLSearchParams({ next }).toString()}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-csrftoken': token },
    body: form,
  })
  return nextAddress(response)
}

/** The address to open after a step of signing in. Throws the error message if rejected. */
export async function nextAddress(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw failureFrom(response.status, text)
  return (JSON.parse(text) as SignedInAnswer).next
}
