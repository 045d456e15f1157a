import type { Product } from './product.ts'
import type { VisitOptions, Visitor } from './visitor.ts'

export interface World {
  product: Product
  /** opens a browser context that lives as long as the story */
  visit: (options?: VisitOptions) => Promise<Visitor>
}

export interface Story {
  name: string
  run: (world: World) => Promise<void>
}

export const story = (name: string, run: Story['run']): Story => ({ name, run })
