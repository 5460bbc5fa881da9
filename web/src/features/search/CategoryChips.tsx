import { Fragment, useId, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { categoryArt } from "#/ui/Art/categoryArt.ts";
import { Chip, ChipPanel, Chips } from "#/ui/Chip/Chip.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { categories } from "#/api/categories.ts";

interface CategoryChipsProps {
  /** The text in the box: a title equal to it is shown as selected. */
  picked: string;
  onPick: (title: string) => void;
}

/** Kinds of work; each opens six job titles, and only one is open at a time. */
export function CategoryChips({ picked, onPick }: CategoryChipsProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const panelId = useId();
  return (
    <Chips>
      {categories().map(({ id, name, titles }) => {
        const open = id === openId;
        return (
          <Fragment key={id}>
            <Chip
              art={categoryArt(id)}
              label={breakable(name)}
              open={open}
              onToggle={() => setOpenId(open ? null : id)}
              panelId={panelId}
            />
            {open && (
              <ChipPanel id={panelId} label={m.search_category_jobs({ category: name })}>
                {titles.map((title) => (
                  <Pill key={title} on={title === picked} onClick={() => onPick(title)}>
                    {title}
                  </Pill>
                ))}
              </ChipPanel>
            )}
          </Fragment>
        );
      })}
    </Chips>
  );
}

/** The name, with a line break allowed after its slash. */
function breakable(name: string) {
  const [first, second] = name.split("/");
  return second ? (
    <>
      {first}/<wbr />
      {second}
    </>
  ) : (
    name
  );
}
