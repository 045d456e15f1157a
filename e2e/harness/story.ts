import type { Product } from './product.ts'
import type { VisitOptions, Visitor } from './visitor.ts'

export interface World {
  product: Product
  /** opens a browser context that exists as long as the story */
  visit: (options?: VisitOptions) => Promise<Visitor>
}

export interface StoryOptions {
  /** why no other story may run at the same time: it runs after the others */
  alone?: string
  /** for stories that take longer than others */
  timeoutMs?: number
}

export interface Story extends StoryOptions {
  name: string
  run: (world: World) => Promise<void>
}

export const story = (name: string, run: Story['run'], options: StoryOptions = {}): Story => ({ name, run, ...options })
