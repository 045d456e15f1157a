import { failureFrom } from './failure.ts'

/** Signs in with name and password; gives the address to go to. A refusal throws its message. */
export async function signIn(username: string, password: string, next: string): Promise<string> {
  const form = new URLSearchParams({ username, password, csrf_token: pageToken() })
  const response = await fetch(`/login/?${new URLSearchParams({ next }).toString()}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-csrftoken': pageToken() },
    body: form,
  })
  return nextAddress(response)
}

/** Sets name and password behind a one-time link; signed in afterwards. */
export async function setPassword(token: string, username: string, password: string): Promise<string> {
  const response = await fetch(`/setup/${encodeURIComponent(token)}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-csrftoken': pageToken() },
    body: JSON.stringify({ token, username, password }),
  })
  return nextAddress(response)
}

async function nextAddress(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw failureFrom(response.status, text)
  return (JSON.parse(text) as { next: string }).next
}

function pageToken(): string {
  return document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
}
