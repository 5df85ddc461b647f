# The site: the page and the documents as HTML, in a folder for any static host.

site := $(BUILD)/site

.PHONY: site
site: | need-site ### build/site: the page and the documents, for any static host
	$(Q)$(MAKE) web $(manual)
	$(Q)docs/site/build $(web) $(BUILD)/man $(site) $(SITE)
