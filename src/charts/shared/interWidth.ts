import { letterWidth } from './textWidth.ts'

/** Widths of the characters from the space to the tilde at 12 px in Inter, in hundredths of a px. */
const inter =
  `338 345 559 760 770 1178 773 360 438 438 601 794 346 552 346 432 757 488 732 741 775 712 744 679 742 744 346 362
  794 794 794 613 1159 828 785 877 866 721 708 895 892 322 685 806 679 1084 904 918 766 918 772 770 775 893 828 1182 819
  814 755 438 432 438 565 547 387 674 735 686 735 700 444 736 710 291 291 659 291 1051 709 720 735 735 452 633 393 710
  674 982 655 674 663 512 399 512 794`
    .split(/\s+/)
    .map(Number)

/** The rest of a longer text is not measured: no chart is so wide. */
const mostLetters = 2000

/** Width in px of a text of 12 px in Inter: exact for ASCII letters, otherwise estimated. */
export function interWidth(text: string): number {
  let width = 0
  for (const letter of text.slice(0, mostLetters))
    width += (inter[letter.codePointAt(0)! - 32] ?? letterWidth(letter) * 100) / 100
  return width
}
