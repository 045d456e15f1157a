import type { RegistrationForm } from '../../model/people/registration.ts'
import type { SignedInAnswer } from '../../model/wire/session.ts'
import { failureFrom } from './failure.ts'

/** Signs in with name and password; returns the address to open. Throws the error message if rejected. */
export function signIn(username: string, password: string, next: string): Promise<string> {
  return postLogin(username, password, next, pageToken())
}

/** Signs in from a page whose session has ended: its token belongs to that session, so a new one is fetched. */
export async function signInAnew(username: string, password: string): Promise<void> {
  const page = await (await fetch('/login/', { headers: { accept: 'text/html' } })).text()
  const token = new DOMParser().parseFromString(page, 'text/html').querySelector<HTMLInputElement>('#csrf_token')?.value
  await postLogin(username, password, '/', token ?? '')
}

async function postLogin(username: string, password: string, next: string, token: string): Promise<string> {
  const form = new URLSearchParams({ username, password, csrf_token: token })
  const response = await fetch(`/login/?${new URLSearchParams({ next }).toString()}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-csrftoken': token },
    body: form,
  })
  return nextAddress(response)
}

/** Sets name and password with a one-time link; the user is signed in afterwards. */
export async function setPassword(token: string, username: string, password: string): Promise<string> {
  const response = await fetch(`/setup/${encodeURIComponent(token)}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-csrftoken': pageToken() },
    body: JSON.stringify({ token, username, password }),
  })
  return nextAddress(response)
}

/** Makes an account; its user is signed in afterwards. */
export async function register(form: RegistrationForm): Promise<string> {
  const response = await fetch('/register/', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-csrftoken': pageToken() },
    body: JSON.stringify(form),
  })
  return nextAddress(response)
}

async function nextAddress(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw failureFrom(response.status, text)
  return (JSON.parse(text) as SignedInAnswer).next
}

function pageToken(): string {
  return document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
}
