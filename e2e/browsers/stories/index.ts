import type { Story } from '../../harness/story.ts'
import type { RemoteName } from '../launch.ts'
import { stories as dashboard, titleStories } from './dashboard.ts'
import { stories as data } from './data.ts'
import { stories as edit } from './edit.ts'
import { stories as explore } from './explore.ts'
import { stories as lists } from './lists.ts'
import { stories as session } from './session.ts'
import { stories as types } from './types.ts'

const everywhere: Story[] = [...session, ...lists, ...dashboard, ...edit, ...types, ...explore, ...data]

/** Stories of each browser, in this order. */
export const storiesOf: Record<RemoteName, Story[]> = {
  firefox: [...everywhere, ...titleStories],
  webkit: everywhere,
}
