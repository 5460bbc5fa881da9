import type { ReactNode } from "react";
import type { MoreArtName } from "./drawings.tsx";
import { dark, darkLine, green, greenLine, marigold, marigoldLine, paper } from "./paint.ts";

/** Shapes of the tools of more kinds of work, each 96 x 96. */
export const moreDrawings: Record<MoreArtName, ReactNode> = {
  stethoscope: (
    <>
      <path {...greenLine} strokeWidth="7" strokeLinecap="round" d="M20 14v22a18 18 0 0 0 36 0V14M38 54v12a17 17 0 0 0 34 0v-8" />
      <path {...darkLine} strokeWidth="9" strokeLinecap="round" d="M20 10v6M56 10v6" />
      <circle {...marigold} cx="72" cy="46" r="15" />
      <circle {...dark} cx="72" cy="46" r="6" />
    </>
  ),
  bag: (
    <>
      <path {...darkLine} strokeWidth="6" strokeLinecap="round" d="M34 42V25a14 14 0 0 1 28 0v17" />
      <path {...green} d="M17 34h62l6 49a6 6 0 0 1-6 7H17a6 6 0 0 1-6-7z" />
      <path {...darkLine} strokeWidth="6" strokeLinecap="round" d="M34 42v-8M62 42v-8" />
      <path {...marigold} fillRule="evenodd" d="M48 52l14 9v18a3 3 0 0 1-3 3H37a3 3 0 0 1-3-3V61zm0 7a4 4 0 1 0 0 8 4 4 0 0 0 0-8z" />
    </>
  ),
  gear: (
    <>
      <g {...green}>
        <circle cx="48" cy="48" r="31" />
        <rect x="39" y="5" width="18" height="86" rx="5" />
        <rect x="39" y="5" width="18" height="86" rx="5" transform="rotate(45 48 48)" />
        <rect x="39" y="5" width="18" height="86" rx="5" transform="rotate(90 48 48)" />
        <rect x="39" y="5" width="18" height="86" rx="5" transform="rotate(135 48 48)" />
      </g>
      <circle {...marigold} cx="48" cy="48" r="19" />
      <path {...dark} d="M48 37l9.5 5.5v11L48 59l-9.5-5.5v-11z" />
    </>
  ),
  flashlight: (
    <>
      <g transform="rotate(48 48 48) translate(4.8 5.5) scale(0.9)">
        <path {...marigold} d="M30 27L20 1a2 2 0 0 1 2-3h52a2 2 0 0 1 2 3L66 27z" />
        <path {...green} d="M28 26h40v9a14 14 0 0 1-6 11l-2 2H36l-2-2a14 14 0 0 1-6-11z" />
        <rect {...dark} x="37" y="46" width="22" height="48" rx="7" />
        <rect {...marigold} x="44" y="55" width="8" height="14" rx="4" />
      </g>
    </>
  ),
  headset: (
    <>
      <path {...darkLine} strokeWidth="7" d="M15 54V45a33 33 0 0 1 66 0v9" />
      <path {...darkLine} strokeWidth="5" strokeLinecap="round" d="M79 66a22 22 0 0 1-22 18h-4" />
      <rect {...green} x="7" y="44" width="21" height="34" rx="9" />
      <rect {...green} x="68" y="44" width="21" height="34" rx="9" />
      <rect {...marigold} x="36" y="76" width="24" height="15" rx="7.5" />
    </>
  ),
  parcel: (
    <>
      <path {...green} d="M11 36h74v46a6 6 0 0 1-6 6H17a6 6 0 0 1-6-6z" />
      <path {...dark} d="M21 14h54a4 4 0 0 1 4 2l9 21a2 2 0 0 1-2 3H10a2 2 0 0 1-2-3l9-21a4 4 0 0 1 4-2z" />
      <path {...marigold} d="M41 14h14l3 26v17a2 2 0 0 1-3 2l-7-4-7 4a2 2 0 0 1-3-2V40z" />
      <rect {...paper} x="54" y="68" width="22" height="11" rx="3" />
    </>
  ),
  broom: (
    <>
      <g transform="rotate(36 48 48) translate(5.8 4) scale(0.88)">
        <rect {...dark} x="44" y="-6" width="8" height="58" rx="4" />
        <path {...green} d="M30 60h36l7 36a3 3 0 0 1-3 4H26a3 3 0 0 1-3-4z" />
        <path {...darkLine} strokeWidth="4" strokeLinecap="round" d="M39 80l-2 13M48 80v13M57 80l2 13" />
        <path {...marigold} d="M38 46h20a10 10 0 0 1 10 10v10H28V56a10 10 0 0 1 10-10z" />
      </g>
    </>
  ),
  rings: (
    <>
      <rect {...dark} x="43" y="9" width="10" height="66" rx="5" />
      <rect {...green} x="30" y="23" width="36" height="17" rx="8.5" />
      <rect {...marigold} x="23" y="41" width="50" height="17" rx="8.5" />
      <rect {...green} x="15" y="59" width="66" height="17" rx="8.5" />
      <rect {...dark} x="9" y="77" width="78" height="11" rx="5.5" />
    </>
  ),
  trowel: (
    <>
      <g transform="rotate(42 48 48)">
        <rect {...dark} x="44" y="30" width="8" height="26" rx="4" />
        <path {...green} d="M33 48h30a5 5 0 0 1 5 5v14c0 14-9 26-20 33-11-7-20-19-20-33V53a5 5 0 0 1 5-5z" />
        <rect {...marigold} x="40" y="-5" width="16" height="40" rx="8" />
      </g>
    </>
  ),
  book: (
    <>
      <path
        {...green}
        d="M10 20h30a8 8 0 0 1 8 8v56a8 8 0 0 0-8-6H10a4 4 0 0 1-4-4V24a4 4 0 0 1 4-4zM86 20H56a8 8 0 0 0-8 8v56a8 8 0 0 1 8-6h30a4 4 0 0 0 4-4V24a4 4 0 0 0-4-4z"
      />
      <path {...marigold} d="M68 14h12v30l-6-5-6 5z" />
      <path {...paper} d="M15 34h20v5H15zM15 46h20v5H15zM15 58h14v5H15zM59 58h20v5H59z" />
      <rect {...dark} x="46" y="26" width="4" height="58" rx="2" />
    </>
  ),
  plates: (
    <>
      <circle {...green} cx="34" cy="40" r="26" />
      <circle {...paper} cx="34" cy="40" r="15" />
      <circle {...marigold} cx="64" cy="42" r="21" />
      <circle {...paper} cx="64" cy="42" r="11" />
      <path {...dark} d="M10 50h76a4 4 0 0 1 4 5l-7 27a6 6 0 0 1-6 4H19a6 6 0 0 1-6-4L6 55a4 4 0 0 1 4-5z" />
      <rect {...paper} x="36" y="58" width="24" height="7" rx="3.5" />
    </>
  ),
  glass: (
    <>
      <path {...darkLine} strokeWidth="4" strokeLinecap="round" d="M80 6L54 40" />
      <path {...green} d="M12 18h72a3 3 0 0 1 2 5L53 58v20h14a5 5 0 0 1 0 10H29a5 5 0 0 1 0-10h14V58L10 23a3 3 0 0 1 2-5z" />
      <path {...marigold} d="M25 28h46L48 52z" />
      <circle {...dark} cx="54" cy="38" r="7" />
    </>
  ),
  bubbles: (
    <>
      <circle {...green} cx="40" cy="54" r="35" />
      <circle {...paper} cx="40" cy="54" r="24" />
      <circle {...green} cx="40" cy="54" r="15" />
      <circle {...marigold} cx="74" cy="26" r="15" />
      <path {...paper} d="M66 25a8 8 0 0 1 7-8 2 2 0 0 1 1 4 4 4 0 0 0-4 4 2 2 0 0 1-4 0z" />
      <circle {...dark} cx="53" cy="13" r="7" />
      <circle {...marigold} cx="82" cy="55" r="8" />
    </>
  ),
  pan: (
    <>
      <rect {...dark} x="50" y="18" width="48" height="11" rx="5.5" transform="rotate(-42 60 36)" />
      <circle {...dark} cx="40" cy="56" r="33" />
      <circle {...green} cx="40" cy="56" r="25" />
      <path {...paper} d="M27 46c6-8 14-4 21-3s10 9 6 17-10 12-18 10-16-16-9-24z" />
      <circle {...marigold} cx="39" cy="56" r="8" />
    </>
  ),
  cup: (
    <>
      <path {...darkLine} strokeWidth="5" strokeLinecap="round" d="M32 26c-6-7 5-9 0-17M50 26c-6-7 5-9 0-17" />
      <path {...greenLine} strokeWidth="7" d="M68 44h5a10 10 0 0 1 0 21h-6" />
      <path {...green} d="M12 34h58v26a20 20 0 0 1-20 20H32a20 20 0 0 1-20-20z" />
      <path {...marigold} d="M12 44h58v10H12z" />
      <rect {...dark} x="5" y="80" width="74" height="9" rx="4.5" />
    </>
  ),
  till: (
    <>
      <rect {...dark} x="48" y="8" width="36" height="19" rx="5" />
      <rect {...marigold} x="55" y="13" width="22" height="9" rx="2" />
      <rect {...dark} x="61" y="26" width="10" height="12" />
      <path {...green} d="M22 36h54a4 4 0 0 1 4 3l6 27H10l8-27a4 4 0 0 1 4-3z" />
      <path {...marigold} d="M26 44h10v7H26zM42 44h10v7H42zM58 44h10v7H58zM23 55h10v7H23zM41 55h10v7H41zM59 55h10v7H59z" />
      <rect {...dark} x="6" y="66" width="84" height="21" rx="5" />
      <rect {...paper} x="37" y="73" width="22" height="7" rx="3.5" />
    </>
  ),
  bed: (
    <>
      <rect {...dark} x="5" y="20" width="10" height="64" rx="5" />
      <rect {...dark} x="81" y="52" width="10" height="32" rx="5" />
      <rect {...marigold} x="19" y="36" width="28" height="19" rx="8" />
      <rect {...green} x="10" y="54" width="78" height="20" rx="5" />
      <path {...green} d="M50 40h26a12 12 0 0 1 12 12v6H50z" />
      <rect {...paper} x="50" y="52" width="38" height="6" />
    </>
  ),
  keys: (
    <>
      <g transform="rotate(-26 46 26)">
        <path {...marigold} d="M35 46l11-9 11 9v36a5 5 0 0 1-5 5H40a5 5 0 0 1-5-5z" />
        <rect {...dark} x="41" y="62" width="10" height="4" rx="2" />
        <rect {...dark} x="41" y="70" width="10" height="4" rx="2" />
      </g>
      <g transform="rotate(30 46 26)">
        <path
          {...green}
          fillRule="evenodd"
          d="M46 34a13 13 0 0 1 4 25.4v30a3 3 0 0 1-3 3h-2a3 3 0 0 1-3-3v-30A13 13 0 0 1 46 34zm0 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z"
        />
        <rect {...green} x="48" y="72" width="11" height="6" rx="2" />
        <rect {...green} x="48" y="82" width="8" height="6" rx="2" />
      </g>
      <circle {...darkLine} strokeWidth="6" cx="46" cy="23" r="15" />
    </>
  ),
  wheel: (
    <>
      <circle {...darkLine} strokeWidth="10" cx="48" cy="48" r="37" />
      <path {...greenLine} strokeWidth="11" d="M14 44q34-10 68 0M48 50v32" />
      <circle {...green} cx="48" cy="48" r="17" />
      <circle {...marigold} cx="48" cy="48" r="9" />
    </>
  ),
  truck: (
    <>
      <rect {...green} x="3" y="22" width="54" height="46" rx="6" />
      <path {...marigold} d="M60 34h15a4 4 0 0 1 3 1l14 16a4 4 0 0 1 1 3v14H60z" />
      <path {...paper} d="M66 40h8l10 12H66z" />
      <rect {...dark} x="3" y="65" width="90" height="7" rx="3.5" />
      <circle {...dark} cx="24" cy="73" r="12" />
      <circle {...dark} cx="74" cy="73" r="12" />
      <circle {...paper} cx="24" cy="73" r="5" />
      <circle {...paper} cx="74" cy="73" r="5" />
    </>
  ),
  boxes: (
    <>
      <rect {...marigold} x="27" y="10" width="42" height="36" rx="4" />
      <path {...dark} d="M43 10h10v15l-5-4-5 4z" />
      <rect {...green} x="6" y="48" width="41" height="38" rx="4" />
      <path {...marigold} d="M21 48h11v16l-5.5-4-5.5 4z" />
      <rect {...dark} x="49" y="48" width="41" height="38" rx="4" />
      <path {...marigold} d="M64 48h11v16l-5.5-4-5.5 4z" />
    </>
  ),
  roller: (
    <>
      <path {...darkLine} strokeWidth="7" strokeLinejoin="round" d="M70 23h17v24H45v14" />
      <rect {...marigold} x="8" y="9" width="66" height="28" rx="7" />
      <rect {...green} x="37" y="56" width="17" height="36" rx="8" />
      <path {...marigold} d="M18 30h10v20a5 5 0 0 1-10 0z" />
    </>
  ),
  hammer: (
    <>
      <g transform="rotate(38 48 48)">
        <rect {...green} x="41" y="32" width="14" height="64" rx="7" />
        <path {...dark} d="M22 8h34c14 0 24 8 26 22-8-5-14-6-22-6v10H36V26H22a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z" />
        <rect {...marigold} x="41" y="70" width="14" height="9" />
      </g>
    </>
  ),
  plug: (
    <>
      <rect {...dark} x="31" y="8" width="10" height="32" rx="5" />
      <rect {...dark} x="55" y="8" width="10" height="32" rx="5" />
      <path {...darkLine} strokeWidth="7" strokeLinecap="round" d="M48 70v8c0 12 14 12 24 8" />
      <path {...green} d="M22 30h52a4 4 0 0 1 4 4v14a30 30 0 0 1-60 0V34a4 4 0 0 1 4-4z" />
      <path {...marigold} d="M51 36L36 56h10l-3 14 17-21H49z" />
    </>
  ),
  leaf: (
    <>
      <path {...green} d="M16 76C2 42 34 8 88 10c4 52-28 86-64 72a3 3 0 0 1-2-1z" />
      <path {...darkLine} strokeWidth="6" strokeLinecap="round" d="M9 90C24 62 42 46 66 32" />
      <path {...marigold} d="M62 66c6-6 16-8 28-6 0 14-8 26-22 28-8-4-10-14-6-22z" />
    </>
  ),
  heart: (
    <>
      <path {...marigold} d="M52 52C30 40 24 27 30 18c6-8 17-7 22 3 5-10 16-11 22-3 6 9 0 22-22 34z" />
      <path {...green} d="M20 60h12l14 7h16a6 6 0 0 1 0 12h-4l12-3 14-11a6 6 0 0 1 8 9L72 90a10 10 0 0 1-6 2H38l-8-4H20z" />
      <rect {...dark} x="4" y="56" width="16" height="36" rx="4" />
    </>
  ),
  paw: (
    <>
      <ellipse {...green} cx="17" cy="46" rx="11" ry="14" />
      <ellipse {...green} cx="36" cy="24" rx="11" ry="15" />
      <ellipse {...green} cx="61" cy="24" rx="11" ry="15" />
      <ellipse {...green} cx="80" cy="46" rx="11" ry="14" />
      <path {...dark} d="M48 44c15 0 30 20 28 33-2 10-15 11-28 7-13 4-26 3-28-7-2-13 13-33 28-33z" />
      <path {...marigold} d="M48 78c-10-6-13-12-10-17 3-4 8-3 10 1 2-4 7-5 10-1 3 5 0 11-10 17z" />
    </>
  ),
  ring: (
    <>
      <circle {...marigoldLine} strokeWidth="22" cx="48" cy="48" r="31" />
      <circle {...greenLine} strokeWidth="22" strokeDasharray="24.35" strokeDashoffset="12" cx="48" cy="48" r="31" />
      <circle {...darkLine} strokeWidth="4" cx="48" cy="48" r="44" />
    </>
  ),
};
