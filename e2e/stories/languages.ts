import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'
import { mirrored, walkScreens } from '../languages/walkScreens.ts'

/** Each screen in one of the languages, to save time; `npm run walk` opens all screens in each. */
const languages = ['de', 'zh', mirrored]

const walks = languages.map((language, at) =>
  story(
    `languages: a part of all screens in ${language} has no English, no cut text, and fits the window`,
    async ({ product, visit }) => {
      const visitor = await visit({ expects: [/404/] })
      await visitor.signIn()
      const only = (_screen: unknown, index: number) => index % languages.length === at
      expect(await walkScreens({ language, product, visitor, only })).toEqual([])
    },
  ),
)

export const stories = walks
