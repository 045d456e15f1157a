import type { z } from 'zod'
import type { Subject } from '../../access/subject.ts'
import type { Services } from '../../services.ts'
import type { Api } from './api.ts'

/** What a tool works with: the API with the key of the caller. */
export interface ToolContext {
  api: Api
  services: Services
  subject: Subject
  /** Address for the audit log. */
  address: string
  signal: AbortSignal
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string
  title: string
  /** For the model that chooses tools. */
  description: string
  input: Input
  /** Stores something: refused for keys that only read. */
  changes?: true
  /** @throws AppError, whose message the caller sees */
  run(input: z.output<Input>, context: ToolContext): Promise<unknown>
}

/** A result that the model reads as JSON and sees as an image (PNG). */
export class Illustrated {
  readonly value: unknown
  readonly picture: Buffer

  constructor(value: unknown, picture: Buffer) {
    this.value = value
    this.picture = picture
  }
}

/** The list of tools has one type for all inputs. The input was parsed with the schema of the same tool. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool as unknown as Tool
