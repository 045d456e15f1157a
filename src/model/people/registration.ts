import { z } from 'zod'
import { UserCreate } from './userForm.ts'

/** `POST /register/`: an account that a visitor creates for themselves. */
export const RegistrationForm = z.strictObject({
  ...UserCreate.pick({ username: true, first_name: true, last_name: true, email: true }).shape,
  password: UserCreate.shape.password.unwrap(),
})
export type RegistrationForm = z.infer<typeof RegistrationForm>
