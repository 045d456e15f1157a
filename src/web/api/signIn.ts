import type { RegistrationForm } from '../../model/people/registration.ts'
import { nextAddress, postLogin } from './session.ts'

/** The calls of pages for users who are not signed in. Each returns the address to open next. */

/** Signs in with user name and password. */
export const signIn = (username: string, password: string, next: string) =>
  postLogin(username, password, next, pageToken())

/** The second step of a sign-in. */
export const giveCode = (code: string) => post('/login/code', { code })

/** Returns to the first step, which asks for the password again. */
export const cancelSignIn = () => post('/login/code/cancel', {})

/** Sets user name and password with a one-time link; the user is signed in afterwards. */
export const setPassword = (token: string, username: string, password: string) =>
  post(`/setup/${encodeURIComponent(token)}`, { token, username, password })

/** Creates an account; its user is signed in afterwards. */
export const register = (form: RegistrationForm) => post('/register/', form)

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-csrftoken': pageToken() },
    body: JSON.stringify(body),
  })
  return nextAddress(response)
}

function pageToken(): string {
  return document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
}
