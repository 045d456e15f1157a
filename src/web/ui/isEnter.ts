import type { KeyboardEvent } from 'react'

/** Whether Enter is a command. An input method also uses it to end a word that is being composed. */
export const isEnter = ({ key, nativeEvent }: KeyboardEvent) => key === 'Enter' && !nativeEvent.isComposing
